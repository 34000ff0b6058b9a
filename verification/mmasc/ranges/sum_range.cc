// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/sum_range.h"

#include "mmasc/arith/planned_sums.h"

namespace mmasc {

StepRules rules_of(const Unit& unit, const Plan& plan) {
  StepRules rules = read_step(unit, windows_of(plan));
  if (!plan.multiplier.has_overflow()) rules.product.infinity_at.reset();
  for (std::size_t s = 0; s < rules.sums.size(); ++s) {
    const TotalPlan& total = plan.sums[static_cast<int>(s)].total;
    if (total.accumulator_bits == 0) rules.sums[s].accumulator.reset();
    if (total.cut_bits == 0) rules.sums[s].cut.reset();
  }
  return rules;
}

std::vector<SumRange> held_sums(const StepRules& rules, const Plan& plan) {
  std::vector<SumRange> sums;
  for (const SumPlan& sum : plan.sums) {
    SumRange& held = sums.emplace_back();
    held.rule = rules.sums[sums.size() - 1];
    held.name = sum.name;
    held.fraction_bits = sum.fraction_bits;
    held.sum_bits = sum.sum_bits;
    held.magnitude_bits = sum.output.magnitude_bits;
    held.is_narrowed = sum.sticky;
    if (sum.complements()) held.frame_slot = sum.frame_slot;
    auto rule = held.rule.addends.begin();
    for (const AddendGroup& group : groups_of(plan, sum)) {
      GroupRange& addends = held.groups.emplace_back();
      addends.rule = *rule;
      addends.first_slot = group.first_slot;
      addends.stride = group.stride;
      addends.count = group.count;
      addends.input = group.input;
      addends.exact = group.exact;
      rule += group.count;
    }
  }
  return sums;
}

}  // namespace mmasc
