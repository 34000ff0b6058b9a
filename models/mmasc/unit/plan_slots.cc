// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/plan.h"

namespace mmasc {
namespace {

SlotWidths multiplier_slots(const MultiplierPlan& plan, const TermWidths& product) {
  SlotWidths slots(plan.lanes + 1);
  for (int k = 0; k < plan.lanes; ++k) slots[k] = product;
  slots[plan.lanes] = plan.c_term;
  return slots;
}

// A level's sums, rounded or not, then what passes by.
SlotWidths level_slots(const Plan& plan, int level_index, bool rounded) {
  const LevelPlan& level = plan.levels[level_index];
  const SlotWidths input = slot_widths(plan, level_index);
  SlotWidths slots;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    slots.push_back(rounded ? sum.result() : sum.output);
  }
  for (int slot : level.bypass) slots.push_back(input[slot]);
  return slots;
}

}  // namespace

SlotWidths slot_widths(const Plan& plan, int level) {
  const MultiplierPlan& m = plan.multiplier;
  if (level == 0) return multiplier_slots(m, m.rounds ? m.round.output() : m.product);
  return level_slots(plan, level - 1, true);
}

SlotWidths slot_widths_after(const Plan& plan, const StagePlan& stage) {
  const MultiplierPlan& m = plan.multiplier;
  if (stage.kind == StageKind::multiplier) return multiplier_slots(m, m.product);
  if (stage.level < 0) return multiplier_slots(m, m.round.output());
  return level_slots(plan, stage.level, stage.kind == StageKind::normalizer);
}

}  // namespace mmasc
