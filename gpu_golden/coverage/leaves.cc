// SPDX-License-Identifier: Apache-2.0
#include "coverage/leaves.h"

namespace mmasc {

LeafTable::LeafTable(const Plan& plan) {
  std::vector<Leaves> slots;
  for (int lane = 0; lane <= plan.lanes(); ++lane) slots.push_back({lane});
  for (const LevelPlan& level : plan.levels) {
    std::vector<Leaves> next;
    for (int s = 0; s < level.sum_count; ++s) {
      const SumPlan& sum = plan.sums[level.first_sum + s];
      std::vector<std::vector<Leaves>> groups;
      for (int g = 0; g < sum.group_count; ++g) {
        const AddendGroup& group = plan.groups[sum.first_group + g];
        groups.emplace_back();
        for (int i = 0; i < group.count; ++i)
          groups.back().push_back(
              slots[static_cast<std::size_t>(group.first_slot + i * group.stride)]);
      }
      sums_.push_back(std::move(groups));
      next.push_back(all(level.first_sum + s));
    }
    for (const int slot : level.passing) next.push_back(slots[static_cast<std::size_t>(slot)]);
    slots = std::move(next);
  }
}

Leaves LeafTable::all(int sum) const {
  Leaves leaves;
  for (const auto& group : sums_[static_cast<std::size_t>(sum)])
    for (const Leaves& term : group) leaves.insert(leaves.end(), term.begin(), term.end());
  return leaves;
}

}  // namespace mmasc
