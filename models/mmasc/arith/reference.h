// SPDX-License-Identifier: Apache-2.0
// The reference evaluation: the definition of what a plan computes. The stage functions one after
// the other, without registers.
#pragma once

#include "mmasc/arith/adder_tree.h"
#include "mmasc/arith/aligner.h"
#include "mmasc/arith/multiplier.h"
#include "mmasc/arith/normalizer.h"

namespace mmasc {

// One level of sums.
template <NumberSystem N>
constexpr Terms<N> sum_up(const Plan& plan, const LevelPlan& level, const Terms<N>& terms) {
  if (!level.rounds) return add<N>(plan, level, 0, align<N>(plan, level, terms));
  return normalize_sums<N>(plan, level, add<N>(plan, level, 0, align<N>(plan, level, terms)));
}

// One fused step.
template <NumberSystem N>
constexpr ResultOf<typename N::raw> evaluate(const Plan& plan, const StepOperands<N>& in) {
  Terms<N> terms = multiply<N>(plan, in);
  if (plan.multiplier.rounds) terms = normalize_products<N>(plan, terms);
  const int last = plan.levels.size() - 1;
  for (int i = 0; i < last; ++i) terms = sum_up<N>(plan, plan.levels[i], terms);
  return normalize_result<N>(plan, sum_up<N>(plan, plan.levels[last], terms));
}

// The same on the narrowest integers that hold the plan's words. `in` holds plan.lanes() elements
// of a and b.
Result evaluate(const Plan& plan, const Operands& in);

}  // namespace mmasc
