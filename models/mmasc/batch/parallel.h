// SPDX-License-Identifier: Apache-2.0
// Loops over tiles on several threads. Only parallel.cc knows oneTBB.
#pragma once

#include <cstdint>
#include <functional>

namespace mmasc::batch {

void on_threads(std::int64_t count, int threads,
                const std::function<void(std::int64_t first, std::int64_t last)>& body);

// How many of the threads a loop is worth that reads so many elements, or makes 16 products for
// each. A loop ends with its last thread: where other programs have the processors that is
// milliseconds later, for each of the many loops along a long K.
constexpr int threads_for(std::int64_t elements, int threads) {
  constexpr std::int64_t kLittle = 1 << 17;
  return elements <= kLittle ? 1 : threads;
}
inline constexpr std::int64_t kProductsOfElement = 16;

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
