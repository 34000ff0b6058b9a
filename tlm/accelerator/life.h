// SPDX-License-Identifier: Apache-2.0
// The life of a thread that a reset or the watchdog may end while it is inside somebody's
// b_transport: it is abandoned, and ends by itself when it comes back, if ever.
#pragma once

#include <optional>

#include "tlm/tlm_names.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace mmasc::tlm {

struct Abandoned {};  // thrown to leave the thread

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
    unpoison_stack();
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
  // AddressSanitizer does not know the stacks of SystemC's threads. What an exception leaves there
  // would stay marked, and the destructors that use it next would be reported.
  void unpoison_stack() const {
#ifdef __SANITIZE_ADDRESS__
    const auto* const here = static_cast<const char*>(__builtin_frame_address(0));
    __asan_unpoison_memory_region(
        here, static_cast<std::size_t>(static_cast<const char*>(stack_) - here));
#endif
  }

  bool is_abandoned_ = false;
  [[maybe_unused]] const void* stack_ = nullptr;
  sc_core::sc_event event_;
};

}  // namespace mmasc::tlm
