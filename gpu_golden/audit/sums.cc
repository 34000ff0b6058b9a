// SPDX-License-Identifier: Apache-2.0
#include "audit/sums.h"

#include <algorithm>

namespace mmasc {
namespace {

bool takes(const AddendGroup& group, int slot) {
  const int distance = slot - group.first_slot;
  return distance >= 0 && distance < group.stride * group.count && distance % group.stride == 0;
}

}  // namespace

Sums::Sums(const Sequence& sequence) : plan_(sequence.plan()), ranges_(ranges_of_steps(sequence)) {}

TermRange Sums::product() const {
  TermRange all = ranges_.products.front();
  for (const TermRange& lane : ranges_.products) all = join(all, lane);
  return all;
}

int Sums::product_top() const {
  const int scales = plan_.multiplier.scale_lanes > 0 ? 2 * ranges_.scale.top : 0;
  return ranges_.a.top + ranges_.b.top + scales;
}

std::vector<Sums::Group> Sums::groups(int s) const {
  std::vector<Group> groups;
  for (std::size_t g = 0; g < range(s).groups.size(); ++g) {
    const GroupRange& group = range(s).groups[g];
    groups.push_back(
        {plan_.groups[plan(s).first_group + static_cast<int>(g)], group, bounds_of(group.term)});
  }
  return groups;
}

int Sums::level_of(int s) const {
  int level = 0;
  while (s >= plan_.levels[level].first_sum + plan_.levels[level].sum_count) ++level;
  return level;
}

int Sums::adder_of(int level, int slot) const {
  const LevelPlan& row = plan_.levels[level];
  for (int s = row.first_sum; s < row.first_sum + row.sum_count; ++s)
    for (const Group& group : groups(s))
      if (takes(group.plan, slot)) return s;
  return -1;
}

Sums::Use Sums::use_of(int level, int slot) const {
  while (adder_of(level, slot) < 0) {
    const LevelPlan& row = plan_.levels[level++];
    slot = row.sum_count +
           static_cast<int>(std::ranges::find(row.passing, slot) - row.passing.begin());
  }
  return {level, slot};
}

Sums::Use Sums::use_of_sum(int s) const {
  const int level = level_of(s);
  return use_of(level + 1, s - plan_.levels[level].first_sum);
}

int Sums::user_of(int s) const {
  const Use use = use_of_sum(s);
  return adder_of(use.level, use.slot);
}

const AddendGroup& Sums::group_of_user(int s) const {
  const int slot = use_of_sum(s).slot;
  int group = plan(user_of(s)).first_group;
  while (!takes(plan_.groups[group], slot)) ++group;
  return plan_.groups[group];
}

int Sums::user_of_slot(int slot) const {
  const Use use = use_of(0, slot);
  return adder_of(use.level, use.slot);
}

int Sums::least_exponent(int s) const {
  int least = kAlways;
  for (const Group& group : groups(s)) least = std::min(least, group.bounds.least_exponent);
  return least;
}

bool Sums::shares_exponent(int s) const {
  const MultiplierPlan& m = plan_.multiplier;
  if (level_of(s) != 0 || !m.fixed_point() || m.rounds || plan(s).group_count != 1) return false;
  const AddendGroup& group = plan_.groups[plan(s).first_group];
  const int last = group.first_slot + group.stride * (group.count - 1);
  return last < m.lanes &&
         (m.scale_lanes == 0 || group.first_slot / m.scale_lanes == last / m.scale_lanes);
}

}  // namespace mmasc
