// SPDX-License-Identifier: Apache-2.0
// Cycles of one instruction, by the GPU's clock. A kernel runs `rounds` of them and writes the
// ticks that it took; what twice as many rounds take longer is theirs alone, without what begins
// and ends a kernel.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel.h"

namespace mmasc {

inline constexpr int kRounds = 1024, kRepetitions = 7;

// Calls run(rounds), which returns the ticks of a launch or -1; takes the least of several runs.
// Returns the ticks of a round, or -1.
template <class Run>
double ticks_of_a_round(Run run) {
  const auto least = [&](int rounds) {
    long long ticks = run(rounds);
    for (int i = 1; i < kRepetitions && ticks >= 0; ++i) ticks = std::min(ticks, run(rounds));
    return ticks;
  };
  const long long once = least(kRounds), twice = least(2 * kRounds);
  return once < 0 || twice < 0 ? -1 : static_cast<double>(twice - once) / kRounds;
}

// Launches kernel(rounds, ticks, sink) and returns the ticks that thread 0 wrote, or -1. What the
// kernel writes into `sink`, words of all its threads, nobody reads.
template <class Kernel>
long long ticks_of(Kernel kernel, int threads, int rounds, std::int64_t sink_words) {
  long long* ticks = nullptr;
  std::uint32_t* sink = nullptr;
  long long read = -1;
  const auto bytes = static_cast<std::size_t>(sink_words) * sizeof(std::uint32_t);
  if (cudaMalloc(&ticks, sizeof *ticks) == cudaSuccess && cudaMalloc(&sink, bytes) == cudaSuccess &&
      cudaMemset(sink, 0, bytes) == cudaSuccess) {
    kernel<<<1, static_cast<unsigned>(threads)>>>(rounds, ticks, sink);
    if (cudaMemcpy(&read, ticks, sizeof read, cudaMemcpyDeviceToHost) != cudaSuccess) read = -1;
  }
  cudaFree(sink);
  cudaFree(ticks);
  return read;
}

}  // namespace mmasc
