// SPDX-License-Identifier: Apache-2.0
// The aims, printed beside each figure (docs/performance.md).
#pragma once

#include <benchmark/benchmark.h>

namespace mmasc {

struct Aim {
  double floor = 0, goal = 0;  // per second
};

inline constexpr Aim kReferenceDots{10e6, 20e6};
inline constexpr Aim kPipelineCycles{2e6, 4e6};

// Adds the rate, the aims and how much of the floor is reached as columns.
inline void report(benchmark::State& state, const char* what, double count, Aim aim) {
  using benchmark::Counter;
  state.counters[what] = Counter(count, Counter::kIsRate);
  state.counters["floor"] = Counter(aim.floor);
  state.counters["goal"] = Counter(aim.goal);
  state.counters["of_floor"] = Counter(count / aim.floor, Counter::kIsRate);
}

}  // namespace mmasc
