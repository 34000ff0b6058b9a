// SPDX-License-Identifier: Apache-2.0
// Every field of every payload of a plan's pipeline, on any number system.
#pragma once

#include "mmasc/arith/payload_fields.h"
#include "mmasc/arith/reference.h"

namespace mmasc {

// Calls f(field) in the order of the registers, stage by stage.
template <NumberSystem N, class F>
void visit_stage_fields(const Plan& plan, const StepOperands<N>& in, F f) {
  Terms<N> terms = multiply<N>(plan, in);
  Addends<N> addends;
  for (const StagePlan& stage : plan.stages) {
    const auto visit = [&](const auto& payload) {
      visit_fields<N>(plan, stage, payload,
                      [&](const FieldName&, int, const auto& field) { f(field); });
    };
    if (stage.kind == StageKind::aligner) {
      addends = align<N>(plan, plan.levels[stage.level], terms);
      visit(addends);
    } else if (stage.kind == StageKind::adder_tree && !stage.last_tree_level) {
      addends = add_level<N>(plan, plan.levels[stage.level], stage.tree_level, addends);
      visit(addends);
    } else if (stage.last) {
      f(normalize_result<N>(plan, terms).d);
    } else {
      if (stage.kind == StageKind::adder_tree)
        terms = add<N>(plan, plan.levels[stage.level], stage.tree_level, addends);
      else if (stage.kind == StageKind::normalizer)
        terms = stage.level < 0 ? normalize_products<N>(plan, terms)
                                : normalize_sums<N>(plan, plan.levels[stage.level], terms);
      visit(terms);
    }
  }
}

}  // namespace mmasc
