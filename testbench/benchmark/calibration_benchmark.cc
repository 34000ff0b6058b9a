// SPDX-License-Identifier: Apache-2.0
// How fast this machine is just now: a chain of dependent 64-bit multiplications, which no compiler
// shortens and no cache or vector width helps. Figures of two runs are compared as multiples of it.
#include <benchmark/benchmark.h>

#include <cstdint>

namespace {

void calibration(benchmark::State& state) {
  constexpr int kChain = 1 << 16;
  std::uint64_t x = 1;
  for (auto _ : state)
    for (int i = 0; i < kChain; ++i) {
      x *= 0x9e3779b97f4a7c15;
      benchmark::DoNotOptimize(x);
    }
  state.counters["multiplications"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * kChain, benchmark::Counter::kIsRate);
}
BENCHMARK(calibration);

}  // namespace

BENCHMARK_MAIN();
