// SPDX-License-Identifier: Apache-2.0
#include "mmasc/neighbours/service_queue.h"

#include <algorithm>
#include <cmath>

namespace mmasc::tlm {

ServiceQueue::ServiceQueue(const MemoryTiming& timing)
    : timing_(timing), latency_(cycles(timing.latency)), accept_(cycles(timing.accept)) {}

sc_time ServiceQueue::cycles(double count) const {
  const auto thousandths = static_cast<std::uint64_t>(std::llround(count * 1000));
  return sc_time::from_value((timing_.clock_period.value() * thousandths + 500) / 1000);
}

ServiceQueue::Slot ServiceQueue::slot(sc_time start, sc_time transfer) const {
  const sc_time done = start + latency_ + transfer;
  return {.start = start,
          .free = start + std::max(transfer, accept_),
          .done = std::max(done, start + accept_)};
}

sc_time ServiceQueue::transfer(std::uint64_t bytes) {
  if (timing_.bytes_per_cycle <= 0) return SC_ZERO_TIME;
  if (bytes != last_bytes_) {
    last_bytes_ = bytes;
    last_transfer_ = cycles(static_cast<double>(bytes) / timing_.bytes_per_cycle);
  }
  return last_transfer_;
}

// The earliest start at `place` as far as the slots before it say.
sc_time ServiceQueue::earliest(std::size_t place, sc_time arrival) const {
  sc_time start = arrival;
  if (place > 0) start = std::max(start, slots_[place - 1].free);
  if (timing_.outstanding > 0 && place >= timing_.outstanding)
    start = std::max(start, slots_[place - timing_.outstanding].done);
  return start;
}

// Whether the slots from `place` on keep their starts.
bool ServiceQueue::fits(std::size_t place, const Slot& slot) const {
  if (place == slots_.size()) return true;
  if (slot.free > slots_[place].start) return false;
  const std::size_t limit = timing_.outstanding;
  if (limit == 0) return true;
  // A slot behind moves up by one: the service that is `limit` before it is another.
  for (std::size_t i = place; i < slots_.size() && i + 1 <= place + limit; ++i) {
    if (i + 1 < limit) continue;
    const std::size_t before = i + 1 - limit;
    if (slots_[i].start < (before == place ? slot.done : slots_[before].done)) return false;
  }
  return true;
}

ServiceQueue::Service ServiceQueue::admit(sc_time now, sc_time arrival, std::uint64_t bytes) {
  const auto is_done = [&](const Slot& s) { return s.done <= now && s.free <= now; };
  while (!slots_.empty() && is_done(slots_.front())) slots_.pop_front();
  if (slots_.size() > kRemembered + timing_.outstanding) {
    closed_ = slots_[slots_.size() - kRemembered - 1].free;
    slots_.pop_front();
  }
  arrival = std::max(arrival, closed_);
  const sc_time length = transfer(bytes);
  if (slots_.empty() || slots_.back().free <= arrival) {
    slots_.push_back(slot(earliest(slots_.size(), arrival), length));
    return service(slots_.back());
  }
  auto place = static_cast<std::size_t>(
      std::ranges::lower_bound(slots_, arrival, std::ranges::less_equal{}, &Slot::free) -
      slots_.begin());
  Slot taken = slot(earliest(place, arrival), length);
  while (!fits(place, taken)) {
    ++place;
    taken = slot(earliest(place, arrival), length);
  }
  slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(place), taken);
  return service(taken);
}

}  // namespace mmasc::tlm
