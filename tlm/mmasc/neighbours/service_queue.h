// SPDX-License-Identifier: Apache-2.0
// When a memory serves its requests: the one arithmetic of its loosely and approximately timed
// transports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

// Cycles are rounded to thousandths, and times to SystemC's resolution.
struct MemoryTiming {
  sc_time clock_period{1, sc_core::SC_NS};
  double latency = 0;          // cycles from the start of a service to its response, transfer apart
  double bytes_per_cycle = 0;  // of the data channel; 0: no limit
  double accept = 0;           // cycles in which the channel accepts a request and nothing else
  unsigned outstanding = 0;    // requests in service at a time; 0: no limit
};

// A service takes the data channel for the longer of its transfer and its acceptance, and ends
// `latency` after its transfer. Services are taken in the order of the calls; one that arrives
// before the last was to start goes into the first gap that holds it, so that an initiator which
// runs ahead of simulated time holds up no other. Gaps before the last kRemembered services are not
// filled.
class ServiceQueue {
 public:
  static constexpr std::size_t kRemembered = 1 << 14;

  explicit ServiceQueue(const MemoryTiming& timing);

  struct Service {
    sc_time start, accepted, done;
  };
  // `now` never decreases from call to call; `arrival` is no earlier.
  Service admit(sc_time now, sc_time arrival, std::uint64_t bytes);

  const MemoryTiming& timing() const { return timing_; }

 private:
  struct Slot {
    sc_time start, free, done;  // free: when the channel is
  };
  sc_time cycles(double count) const;
  sc_time transfer(std::uint64_t bytes);
  Service service(const Slot& slot) const {
    return {.start = slot.start, .accepted = slot.start + accept_, .done = slot.done};
  }
  Slot slot(sc_time start, sc_time transfer) const;
  sc_time earliest(std::size_t place, sc_time arrival) const;
  bool fits(std::size_t place, const Slot& slot) const;

  const MemoryTiming timing_;
  const sc_time latency_, accept_;
  std::uint64_t last_bytes_ = 0;  // and what their transfer takes: most are alike
  sc_time last_transfer_{};
  std::deque<Slot> slots_;  // not yet done, by start; thereby also by free and by done
  sc_time closed_{};        // no service starts before
};

}  // namespace mmasc::tlm
