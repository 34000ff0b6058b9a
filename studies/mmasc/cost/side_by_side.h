// SPDX-License-Identifier: Apache-2.0
// Work that waits for tools, on several threads.
#pragma once

#include <cstddef>
#include <functional>

#include "mmasc/verilated/stop_event.h"

namespace mmasc {

// Calls work(0) to work(count - 1), the caller's thread among `threads`. The first exception, or
// what a signal makes of a tool, sets `stop`, and is thrown when all threads have ended.
void side_by_side(std::size_t count, int threads, StopEvent& stop,
                  const std::function<void(std::size_t)>& work);

}  // namespace mmasc
