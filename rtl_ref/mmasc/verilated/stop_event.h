// SPDX-License-Identifier: Apache-2.0
// Said by one thread, heard by others that wait for their tools (run_tool()).
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include "mmasc/unit/error.h"

namespace mmasc {

class StopEvent {
 public:
  StopEvent() : descriptor_(::eventfd(0, EFD_CLOEXEC)) {
    if (descriptor_ < 0) throw EnvironmentError(std::string("eventfd: ") + std::strerror(errno));
  }
  ~StopEvent() { ::close(descriptor_); }
  StopEvent(const StopEvent&) = delete;
  StopEvent& operator=(const StopEvent&) = delete;

  void set() {
    is_set_ = true;
    [[maybe_unused]] const int ignored = ::eventfd_write(descriptor_, 1);
  }
  bool is_set() const { return is_set_; }
  int descriptor() const { return descriptor_; }  // readable from then on

 private:
  int descriptor_;
  std::atomic<bool> is_set_{false};
};

}  // namespace mmasc
