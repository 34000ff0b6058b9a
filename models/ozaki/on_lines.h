// SPDX-License-Identifier: Apache-2.0
// Loops over the lines of a matrix on several threads, in IEEE 754's default floating-point mode.
#pragma once

#include <cstdint>
#include <functional>

namespace mmasc {

// Calls body(first, last) for parts of [0, count); threads 0: one for each processor.
void on_lines(std::int64_t count, int threads,
              const std::function<void(std::int64_t first, std::int64_t last)>& body);

// The body in that mode, in this thread.
void in_default_mode(const std::function<void()>& body);

}  // namespace mmasc
