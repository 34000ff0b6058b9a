// SPDX-License-Identifier: Apache-2.0
// The numbers of a point that are no measures: of its cost and of its structural cycles. Each has
// one name, in results, in tables and in [find].
#pragma once

#include <cstdint>
#include <string_view>

#include "mmasc/cost/cost.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

struct CostRow {
  std::string_view name;
  double StageCost::*member;
  std::string_view words;  // the head of a column, with the unit
  int decimals = 0;        // of a cell
};
inline constexpr CostRow kCostRows[] = {
    {"area", &StageCost::area, "area, um2"},
    {"gates", &StageCost::gates, "gates"},
    {"flip_flops", &StageCost::flip_flops, "flip-flops"},
    {"delay", &StageCost::delay, "longest path, ps"},
    {"fo4", &StageCost::fo4, "longest path, FO4", 1},
};

// The area of all structure.units dot-product units of an MMA unit.
inline constexpr std::string_view kArrayArea = "array_area";

// What is of the additions behind the unit in "area": of a late c, of partial sums.
inline constexpr std::string_view kAdditionsArea = "additions_area";

// 1 beside an estimate whose error is not known.
inline constexpr std::string_view kExtrapolated = "extrapolated";

// pJ of a step of a dot-product unit on the point's operands (mmasc/cost/energy.h).
inline constexpr std::string_view kEnergy = "energy";

struct CyclesRow {
  std::string_view name;
  std::int64_t PointCycles::*member;
};
// The cycles of the GEMM on the study's platform.
inline constexpr std::string_view kPlatformCycles = "platform_cycles";
inline constexpr CyclesRow kCyclesRows[] = {
    {"latency", &PointCycles::latency},
    {"steps", &PointCycles::steps},
    {"chain", &PointCycles::chain},
};

// What a report draws the first measure against, with the Pareto front, where points have it.
struct FrontRow {
  std::string_view quantity;
  std::string_view title;  // of the axis; {}: how costs were found
  std::string_view words;  // behind "against"
};
inline constexpr FrontRow kFrontRows[] = {
    {"area", "area of one unit (um2, {})", "area"},
    {"delay", "delay of the longest path (ps, {})", "the delay of the longest path"},
    {kEnergy, "energy of a step of one unit (pJ, {})", "the energy of a step"},
    {kPlatformCycles, "cycles of the whole GEMM", "the cycles of the whole GEMM"},
};

}  // namespace mmasc
