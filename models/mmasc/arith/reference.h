// SPDX-License-Identifier: Apache-2.0
// The reference evaluation: the definition of what a plan computes. The stage functions one after
// the other, without registers.
#pragma once

#include "mmasc/arith/adder_tree.h"
#include "mmasc/arith/aligner.h"
#include "mmasc/arith/multiplier.h"
#include "mmasc/arith/normalizer.h"

namespace mmasc {

// The stage functions, as evaluate() calls them.
template <NumberSystem N>
struct StageFunctions {
  static constexpr Terms<N> multiply(const Plan& plan, const StepOperands<N>& in) {
    return mmasc::multiply<N>(plan, in);
  }
  static constexpr Terms<N> normalize_products(const Plan& plan, const Terms<N>& in) {
    return mmasc::normalize_products<N>(plan, in);
  }
  static constexpr Addends<N> align(const Plan& plan, const LevelPlan& level, const Terms<N>& in) {
    return mmasc::align<N>(plan, level, in);
  }
  static constexpr Terms<N> add(const Plan& plan, const LevelPlan& level, int tree_level,
                                const Addends<N>& in) {
    return mmasc::add<N>(plan, level, tree_level, in);
  }
  static constexpr Terms<N> normalize_sums(const Plan& plan, const LevelPlan& level,
                                           const Terms<N>& in) {
    return mmasc::normalize_sums<N>(plan, level, in);
  }
  static constexpr ResultOf<typename N::raw> normalize_result(const Plan& plan,
                                                              const Terms<N>& in) {
    return mmasc::normalize_result<N>(plan, in);
  }
};

// One fused step, by these stages.
template <NumberSystem N, class Stages>
constexpr ResultOf<typename N::raw> evaluate(const Plan& plan, const Stages& stages,
                                             const StepOperands<N>& in) {
  Terms<N> terms = stages.multiply(plan, in);
  if (plan.multiplier.rounds) terms = stages.normalize_products(plan, terms);
  for (int i = 0;; ++i) {  // each stage is called at one place, so that it is inlined once
    const LevelPlan& level = plan.levels[i];
    Terms<N> sums = stages.add(plan, level, 0, stages.align(plan, level, terms));
    if (level.rounds) sums = stages.normalize_sums(plan, level, sums);
    if (i + 1 == plan.levels.size()) return stages.normalize_result(plan, sums);
    terms = sums;
  }
}
template <NumberSystem N>
constexpr ResultOf<typename N::raw> evaluate(const Plan& plan, const StepOperands<N>& in) {
  return evaluate<N>(plan, StageFunctions<N>{}, in);
}

// The same on the narrowest integers that hold the plan's words. `in` holds plan.lanes() elements
// of a and b.
Result evaluate(const Plan& plan, const Operands& in);

}  // namespace mmasc
