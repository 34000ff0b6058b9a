// SPDX-License-Identifier: Apache-2.0
// Loops over tiles on several threads (oneTBB, in parallel.cc alone).
#pragma once

#include <cstdint>
#include <functional>

namespace mmasc::batch {

// Calls body(first, last) for parts of [0, count), on at most `threads` threads; on one, here and
// at once. What a body throws comes out.
void parallel_for(std::int64_t count, int threads,
                  const std::function<void(std::int64_t first, std::int64_t last)>& body);

int processors();

}  // namespace mmasc::batch
