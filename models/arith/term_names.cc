// SPDX-License-Identifier: Apache-2.0
#include "arith/term_names.h"

#include <algorithm>

namespace mmasc {

std::string sum_name(const Plan& plan, const SumPlan& sum) {
  std::string name(sum.name.view());
  const auto namesakes =
      std::count_if(plan.sums.begin(), plan.sums.end(),
                    [&](const SumPlan& other) { return other.name.view() == name; });
  if (namesakes > 1) name += "[" + std::to_string(sum.index) + "]";
  return name;
}

std::vector<TermNames> term_names(const Plan& plan) {
  TermNames names;
  for (int k = 0; k < plan.lanes(); ++k) names.push_back("p" + std::to_string(k));
  names.push_back("c");
  std::vector<TermNames> levels{names};
  for (const LevelPlan& level : plan.levels) {
    TermNames next;
    for (int s = 0; s < level.sum_count; ++s)
      next.push_back(sum_name(plan, plan.sums[level.first_sum + s]));
    for (int slot : level.passing) next.push_back(levels.back()[static_cast<std::size_t>(slot)]);
    levels.push_back(std::move(next));
  }
  return levels;
}

}  // namespace mmasc
