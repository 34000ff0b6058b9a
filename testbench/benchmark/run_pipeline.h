// SPDX-License-Identifier: Apache-2.0
// A busy SystemC unit as a benchmark.
#pragma once

#include <systemc>

#include "aims.h"

namespace mmasc {

template <class Driver>
void run_pipeline(benchmark::State& state, const Driver& driver, Aim aim = kPipelineCycles) {
  constexpr int kCycles = 1000;
  const std::uint64_t before = driver.results;
  for (auto _ : state) sc_core::sc_start(kCycles, sc_core::SC_NS);
  if (driver.results == before) state.SkipWithError("no result came out");
  report(state, "cycles", static_cast<double>(state.iterations()) * kCycles, aim);
}

}  // namespace mmasc
