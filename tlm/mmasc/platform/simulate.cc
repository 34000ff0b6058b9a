// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/simulate.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <tuple>

#include "mmasc/accelerator_core/descriptor.h"
#include "mmasc/accelerator_core/registers.h"

namespace mmasc::tlm {
namespace {

// Requests come in the order of their arrival.
class Channel {
 public:
  explicit Channel(const MemoryModel& model) : model_(model) {}

  Millicycles serve(Millicycles arrival, std::int64_t bytes) {
    Millicycles start = std::max(arrival, free_);
    if (model_.outstanding > 0 && std::ssize(done_) == model_.outstanding) {
      start = std::max(start, done_.front());
      done_.pop_front();
    }
    const Millicycles transfer =
        model_.bytes_per_cycle > 0
            ? to_millicycles(static_cast<double>(bytes) / model_.bytes_per_cycle)
            : 0;
    free_ = start + transfer;
    const Millicycles done = free_ + model_.latency;
    if (model_.outstanding > 0) done_.push_back(done);
    return done;
  }

 private:
  const MemoryModel model_;
  Millicycles free_ = 0;
  std::deque<Millicycles> done_;  // of those in service
};

// A load or store under way: its bursts, asked for as their lines leave the copy engine.
struct Request {
  bool is_load = true;
  std::int64_t index = 0;
  std::vector<std::pair<Millicycles, std::int64_t>> bursts{};  // arrival, bytes
  std::size_t next = 0;
  Millicycles begin = 0, answer = 0;
  std::int64_t bytes = 0;
};

class Runner {
 public:
  Runner(const Job& job, const Timings& timings, int number)
      : job_(job), timings_(timings), schedule_(job, timings), number_(number) {
    const std::int64_t bandwidth = timings.port_bytes_per_cycle;
    Millicycles port = 0;
    if (bandwidth > 0) port = (job.operand_bytes() * kCycle + bandwidth - 1) / bandwidth;
    step_ = std::max({timings.interval, timings.issue, port});
  }

  // When it next asks the memory, and, 1, by beginning something or, 0, by a burst of what has
  // begun. None: it waits, or is done.
  std::optional<std::pair<Millicycles, int>> next() const {
    std::optional<std::pair<Millicycles, int>> at;
    if (!requests_.empty())
      at = {start + requests_.front().bursts[requests_.front().next].first, 0};
    const Action action = schedule_.next();
    const auto offer = [&](Millicycles time) {
      const std::pair<Millicycles, int> mine{start + time, 1};
      if (!at || mine < *at) at = mine;
    };
    if (const Load* load = std::get_if<Load>(&action)) offer(load->time);
    if (const Store* store = std::get_if<Store>(&action)) offer(store->time);
    return at;
  }

  void begin() {
    const Action action = schedule_.next();
    Request request;
    if (const Load* load = std::get_if<Load>(&action)) {
      request.index = load->stage;
      request.begin = load->time;
      for (const Transfer& transfer : loads_of(job_, load->stage)) add(transfer, request);
      schedule_.begin(*load);
    } else {
      const Store& store = std::get<Store>(action);
      request.is_load = false;
      request.index = store.tile;
      request.begin = store.time;
      add(store_of(job_, store.tile), request);
      schedule_.begin(store);
    }
    lines_ = 0;
    requests_.push_back(std::move(request));
  }

  void ask(Channel& channel, std::vector<PlatformEvent>* events) {
    Request& request = requests_.front();
    const auto& [arrival, bytes] = request.bursts[request.next];
    const Millicycles answer = channel.serve(start + arrival, bytes) - start;
    request.answer = std::max(request.answer, answer);
    request.bytes += bytes;
    if (++request.next < request.bursts.size()) return;
    if (request.is_load)
      schedule_.loaded(request.index, request.answer);
    else
      schedule_.stored(request.index, request.answer);
    if (events != nullptr) record(request, *events);
    requests_.pop_front();
  }

  bool finished() const { return schedule_.finished(); }
  Report report() const { return schedule_.report(); }
  Millicycles start = 0;

 private:
  void add(const Transfer& transfer, Request& request) {
    const std::int64_t first = lines_;
    std::int64_t before = 0;
    for (const Burst& burst : bursts_of(job_, transfer)) {
      const std::int64_t line = first + transfer.lines * before / transfer.bytes;
      const auto bytes = static_cast<std::int64_t>(burst.bytes);
      request.bursts.emplace_back(request.begin + line * timings_.copy_line, bytes);
      before += bytes;
    }
    lines_ += transfer.lines;
  }

  void record(const Request& request, std::vector<PlatformEvent>& events) {
    using enum PlatformEvent::What;
    const auto put = [&](PlatformEvent::What what, std::int64_t index, std::int64_t bytes,
                         Millicycles begin, Millicycles end) {
      const std::int64_t tile = what == store ? index : index / job_.k_tiles;
      const std::int64_t buffer = index % (what == store ? timings_.accumulators : job_.buffers);
      events.push_back({what, number_, index, tile, buffer, bytes, start + begin, start + end});
    };
    put(request.is_load ? load : store, request.index, request.bytes, request.begin,
        request.answer);
    while (recorded_ < job_.stages()) {
      const auto end = schedule_.stage_end(recorded_);
      if (!end) break;
      put(mma, recorded_++, 0, *end - job_.tile_k * step_, *end);
    }
  }

  const Job& job_;
  const Timings timings_;
  Schedule schedule_;
  const int number_;
  Millicycles step_ = 0;
  std::deque<Request> requests_;  // in the order of their bursts' arrival
  std::int64_t lines_ = 0, recorded_ = 0;
};

}  // namespace

MemoryModel memory_model(const Platform& platform) {
  return {to_millicycles(platform.latency.value), platform.bytes_per_cycle.value,
          static_cast<std::int64_t>(platform.outstanding.value)};
}

HostModel host_model(const Platform& platform) {
  return {to_millicycles(platform.doorbell.value), to_millicycles(platform.completion.value), true};
}

void sort_events(std::vector<PlatformEvent>& events) {
  std::ranges::sort(events, {}, [](const PlatformEvent& e) {
    return std::tuple(e.begin, e.end, e.accelerator, e.what, e.index);
  });
}

PlatformRun simulate(std::span<const Job> jobs, const Timings& timings, const MemoryModel& memory,
                     const HostModel& host, bool record_events, const std::function<void()>& tick) {
  constexpr std::uint64_t kTick = 1 << 14;
  PlatformRun run;
  Channel channel(memory);
  std::deque<Runner> all;
  for (const Job& job : jobs) {
    Runner& each = all.emplace_back(job, timings, static_cast<int>(all.size()));
    each.start = host.doorbell;
    if (host.moves_records)
      each.start = channel.serve(host.doorbell, static_cast<std::int64_t>(kDescriptorBytes));
  }
  for (std::uint64_t turns = 0;; ++turns) {
    if (tick && turns % kTick == 0) tick();
    Runner* first = nullptr;
    std::pair<Millicycles, int> at;
    for (Runner& each : all)
      if (const auto next = each.next(); next && (first == nullptr || *next < at)) {
        first = &each;
        at = *next;
      }
    if (first == nullptr) break;
    if (at.second == 1)
      first->begin();
    else
      first->ask(channel, record_events ? &run.events : nullptr);
  }
  std::vector<std::pair<Millicycles, AcceleratorRun*>> ends;
  run.accelerators.reserve(all.size());
  for (const Runner& each : all) {
    AcceleratorRun& done = run.accelerators.emplace_back(AcceleratorRun{each.start, each.report()});
    ends.emplace_back(each.start + done.report.end, &done);
  }
  std::ranges::sort(ends);
  for (const auto& [end, accelerator] : ends) {
    accelerator->interrupt =
        host.moves_records ? channel.serve(end, static_cast<std::int64_t>(kCompletionBytes)) : end;
    run.end = std::max(run.end, accelerator->interrupt + host.completion);
  }
  sort_events(run.events);
  return run;
}

}  // namespace mmasc::tlm
