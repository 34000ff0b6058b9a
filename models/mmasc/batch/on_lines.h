// SPDX-License-Identifier: Apache-2.0
// Loops over the lines of a matrix on several threads, in IEEE 754's default floating-point mode.
#pragma once

#include <cstdint>
#include <functional>

#include "mmasc/unit/progress.h"

namespace mmasc {

// Lines and their lengths, and how many threads at most; 0: one for each processor. `progress` is
// called with (0, 0) now and then, by one thread at a time: what it throws ends the loop.
struct LineLoop {
  std::int64_t count = 0, length = 0;
  int threads = 0;
  const Progress* progress = nullptr;
};

// Calls body(first, last) for parts of [0, count); in this thread where there is little to do.
void on_lines(const LineLoop& loop,
              const std::function<void(std::int64_t first, std::int64_t last)>& body);

// The body in that mode, in this thread.
void in_default_mode(const std::function<void()>& body);

}  // namespace mmasc
