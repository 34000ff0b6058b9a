// SPDX-License-Identifier: Apache-2.0
// The stage functions of one target, MMASC_LANE_TARGET: compiled once for each. Only what depends
// on LaneNumbers is compiled with the target's instructions; what all targets share comes before.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "arith/lanes.h"
#include "arith/machine_numbers.h"
#include "spec/plan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/lanes_of_target.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET == MMASC_LANE_TARGET

#include "arith/lane_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
#include "arith/steps.h"

namespace mmasc::HWY_NAMESPACE {

// One operand of each lane's operation.
struct LaneSpan {
  const std::uint64_t* first;
  std::size_t each;
  int count;

  std::size_t size() const { return each; }
  LaneNumbers::raw operator[](std::size_t i) const {
    return LaneNumbers::load(first + i, each, count);
  }
};

// As DotOperands.
struct LaneOperands {
  LaneSpan a, b;
  LaneNumbers::raw c;
  LaneSpan sa, sb, random;
};

void evaluate_steps(const SequencePlan& plan, int end, const DotBatch& batch) {
  const std::size_t operations = batch.c.size();
  const auto span = [&](std::span<const std::uint64_t> of_all, std::size_t first, int count) {
    const std::size_t each = of_all.size() / operations;
    return LaneSpan{of_all.data() + first * each, each, count};
  };
  for (std::size_t first = 0; first < operations; first += LaneNumbers::kLanes) {
    const int count =
        static_cast<int>(std::min<std::size_t>(LaneNumbers::kLanes, operations - first));
    const LaneOperands in{span(batch.a, first, count),    span(batch.b, first, count),
                          span(batch.c, first, count)[0], span(batch.sa, first, count),
                          span(batch.sb, first, count),   {}};
    LaneNumbers::store(evaluate_steps<LaneNumbers>(plan, end, in), batch.d.data() + first, count);
  }
}

LaneTarget make_lane_target() {
  return {hwy::TargetName(HWY_TARGET), LaneNumbers::kLanes, evaluate_steps};
}

}  // namespace mmasc::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
