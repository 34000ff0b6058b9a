// SPDX-License-Identifier: Apache-2.0
// A stage of a plan computes a function from the payload before it to the one behind.
#pragma once

#include "mmasc/arith/stages.h"

namespace mmasc {

template <NumberSystem N, class In, class Out>
using StageLogic = Out (*)(const Stages<N>& stages, const Plan& plan, const StagePlan& stage,
                           const In& in);

// Calls f with the stage's StageLogic<N, In, Out>.
template <NumberSystem N, class F>
void with_logic(const StagePlan& stage, F&& f) {
  using T = Terms<N>;
  using A = Addends<N>;
  using S = const Stages<N>&;
  using P = const Plan&;
  switch (stage.kind) {
    case StageKind::multiplier:
      f(StageLogic<N, Operands, T>([](S stages, P plan, const StagePlan&, const Operands& in) {
        return stages.multiply(plan, in);
      }));
      return;
    case StageKind::aligner:
      f(StageLogic<N, T, A>([](S stages, P plan, const StagePlan& at, const T& in) {
        return stages.align(plan, plan.levels[at.level], in);
      }));
      return;
    case StageKind::adder_tree:
      if (stage.last_tree_level)
        f(StageLogic<N, A, T>([](S stages, P plan, const StagePlan& at, const A& in) {
          return stages.add(plan, plan.levels[at.level], at.tree_level, in);
        }));
      else
        f(StageLogic<N, A, A>([](S stages, P plan, const StagePlan& at, const A& in) {
          return stages.add_level(plan, plan.levels[at.level], at.tree_level, in);
        }));
      return;
    case StageKind::normalizer:
      if (stage.last)
        f(StageLogic<N, T, Result>([](S stages, P plan, const StagePlan&, const T& in) {
          return stages.normalize_result(plan, in);
        }));
      else
        f(StageLogic<N, T, T>([](S stages, P plan, const StagePlan& at, const T& in) {
          return at.level < 0 ? stages.normalize_products(plan, in)
                              : stages.normalize_sums(plan, plan.levels[at.level], in);
        }));
      return;
  }
}

}  // namespace mmasc
