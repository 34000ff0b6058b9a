// SPDX-License-Identifier: Apache-2.0
// Loops over tiles on several threads. Only parallel.cc knows oneTBB.
#pragma once

#include <cstdint>
#include <functional>

namespace mmasc::batch {

void on_threads(std::int64_t count, int threads,
                const std::function<void(std::int64_t first, std::int64_t last)>& body);

// Calls body(first, last) for parts of [0, count), on at most `threads` threads. With one thread it
// calls the body once, in this thread. An exception of the body is passed on.
template <class Body>
void parallel_for(std::int64_t count, int threads, const Body& body) {
  if (threads > 1 && count > 1)
    on_threads(count, threads, body);
  else if (count > 0)
    body(0, count);
}

int processors();

}  // namespace mmasc::batch
