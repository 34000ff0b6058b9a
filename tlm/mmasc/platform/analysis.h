// SPDX-License-Identifier: Apache-2.0
// Why a platform takes the cycles that it takes.
#pragma once

#include <array>
#include <string_view>

#include "mmasc/accelerator_core/job_timings.h"
#include "mmasc/platform/simulate.h"
#include "mmasc/platform/tiling.h"

namespace mmasc::tlm {

// Each adds one thing to the platform before it:
//   ideal              products of the GEMM itself, on matrix units that never wait
//   tile quantisation  padding to tiles, and accelerators that have less to do than another
//   fill and drain     latencies: of the memory, of instructions, of sums that wait for sums; with
//                      as many stage buffers as it takes
//   operand bandwidth  reading operands from shared memory
//   memory             its bandwidth, the copy engine, and the stage buffers that there are
//   host               doorbell, descriptor, completion record
inline constexpr std::array<std::string_view, 5> kFactorNames{
    "tile quantisation", "fill and drain", "operand bandwidth", "memory", "host"};

struct OperandTraffic {
  Operand operand{};
  std::int64_t bytes = 0;     // loaded or, of D, stored
  std::int64_t distinct = 0;  // of the operand in memory, padding to tiles included
};

struct OtherStages {
  int stages = 0;
  std::optional<Millicycles> cycles{};  // none: the buffers do not fit
};

struct Analysis {
  SourcedTimings sourced;  // structural ones where the unit has none
  Timings timings;         // with the platform's copy engine
  // steps[0] is the ideal, rounded up to a millicycle; steps[i + 1] / steps[i] is factor i. So the
  // factors' product is steps.back() / steps[0], exactly.
  std::array<Millicycles, kFactorNames.size() + 1> steps{};
  PlatformRun run;
  std::vector<OperandTraffic> traffic;
  std::vector<OtherStages> other_stages;  // one and two more
  std::vector<SourcedNumber> uses;        // of the timing tables and of the platform
  Millicycles cycles() const { return steps.back(); }
  double factor(std::size_t i) const {
    return static_cast<double>(steps[i + 1]) / static_cast<double>(steps[i]);
  }
};

struct AnalysisOptions {
  bool is_strict = false;  // refuse numbers that no source has
  const TimingTable& table = timing_table();
  bool record_events = false;  // for a timeline
  // Runs the platform in another way than simulate(), as simulate_systemc() does.
  std::function<PlatformRun(const Timings&)> run{};
  std::function<void()> tick{};
};

// Throws InputError where a number is missing, or refused.
Analysis analyse(const Platform& platform, const Tiling& tiling, const AnalysisOptions& options);

}  // namespace mmasc::tlm
