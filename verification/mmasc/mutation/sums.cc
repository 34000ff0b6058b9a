// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/sums.h"

#include <algorithm>

namespace mmasc {

Sums::Sums(const Sequence& sequence)
    : plan_(sequence.plan()),
      ranges_(ranges_of_steps(sequence)),
      uses_(static_cast<std::size_t>(ranges_.rules.values())) {
  for (int s = 0; s <= root(); ++s) {
    auto addend = sum(s).rule.addends.begin();
    for (const GroupRange& group : sum(s).groups)
      for (int i = 0; i < group.count; ++i)
        uses_[static_cast<std::size_t>((addend++)->value)] = {s, &group};
  }
}

TermRange Sums::product() const {
  TermRange all = ranges_.products.front();
  for (const TermRange& lane : ranges_.products) all = join(all, lane);
  return all;
}

int Sums::least_exponent(int s) const {
  int least = kAlways;
  for (const GroupRange& group : sum(s).groups)
    least = std::min(least, mmasc::least_exponent(group));
  return least;
}

bool Sums::shares_exponent(int s) const {
  const auto& groups = sum(s).groups;
  if (sum(s).rule.level != 0 || !rules().fixed_point || rules().product_round || groups.size() != 1)
    return false;
  const GroupRange& group = groups.front();
  const int last = group.first_slot + (group.count - 1) * group.stride;
  const int alike = plan_.multiplier.lanes_scaled_alike();
  return last < rules().lanes && group.first_slot / alike == last / alike;
}

}  // namespace mmasc
