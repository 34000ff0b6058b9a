// SPDX-License-Identifier: Apache-2.0
// The stage functions of one target, MMASC_LANE_TARGET: compiled once for each. Only what depends
// on LaneNumbers is compiled with the target's instructions; what all targets share comes before.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "mmasc/arith/lane_array.h"
#include "mmasc/arith/lanes.h"
#include "mmasc/arith/machine_numbers.h"
#include "mmasc/unit/plan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mmasc/arith/lanes_of_target.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET == MMASC_LANE_TARGET

#include "mmasc/arith/lane_array-inl.h"
#include "mmasc/arith/lane_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
#include "mmasc/arith/steps.h"

namespace mmasc::HWY_NAMESPACE {

void evaluate_steps(const SequencePlan& plan, int end, const DotBatch& batch) {
  const std::size_t operations = batch.size();
  for (std::size_t first = 0; first < operations; first += LaneNumbers::kLanes) {
    const int count =
        static_cast<int>(std::min<std::size_t>(LaneNumbers::kLanes, operations - first));
    LaneOperands in(
        LaneNumbers::load(batch[Operand::c].data() + first, LaneNumbers::places(1, count)));
    for (const OperandRow& row : kInputs) {
      const std::size_t each = batch[row.operand].size() / operations;
      in[row.operand] = {batch[row.operand].data() + first * each,
                         LaneNumbers::places(each, count)};
    }
    LaneNumbers::store(evaluate_steps<LaneNumbers>(plan, end, in), batch.d.data() + first, count);
  }
}

std::unique_ptr<LaneArray> make_array(const SequencePlan& program, const Plan& plan, int units) {
  return std::make_unique<LaneArrayOfTarget>(program, plan, units);
}

LaneTarget make_lane_target() {
  return {hwy::TargetName(HWY_TARGET), LaneNumbers::kLanes, evaluate_steps, make_array};
}

}  // namespace mmasc::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
