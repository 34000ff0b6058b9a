// SPDX-License-Identifier: Apache-2.0
// The life of a thread that a reset or the watchdog may end while it is inside somebody's
// b_transport: it is abandoned, and ends by itself when it comes back, if ever.
#pragma once

#include <cstddef>
#include <optional>

#include "mmasc/tlm/foreign_call.h"

namespace mmasc::tlm {

struct Abandoned : EndOfThread {};

class Life {
 public:
  bool is_abandoned() const { return is_abandoned_; }
  void abandon() {
    is_abandoned_ = true;
    event_.notify();
  }
  void wake() { event_.notify(); }

  // By the thread itself, before the others, in the function that catches Abandoned.
  void begin() { stack_ = __builtin_frame_address(0); }
  // By the thread itself; they throw Abandoned. Waiting ends also by wake().
  void check() const {
    if (!is_abandoned_) return;
    const auto* const here = static_cast<const char*>(__builtin_frame_address(0));
    unpoison_stack(here, static_cast<std::size_t>(static_cast<const char*>(stack_) - here));
    throw Abandoned{};
  }
  void wait() {
    sc_core::wait(event_);
    check();
  }
  void wait_until(sc_time time) {
    sc_core::wait(time - sc_core::sc_time_stamp(), event_);
    check();
  }
  void sleep_until(sc_time time) {
    while (sc_core::sc_time_stamp() < time) wait_until(time);
  }

  // Until when the thread may be inside a b_transport, while it is and somebody watches.
  std::optional<sc_time> deadline{};

 private:
  bool is_abandoned_ = false;
  const void* stack_ = nullptr;
  sc_core::sc_event event_;
};

}  // namespace mmasc::tlm
