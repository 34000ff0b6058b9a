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

Sums::Sums(const Unit& unit, const Plan& plan) : plan_(plan), bounds_(bounds_of(unit, plan)) {}

std::vector<Sums::Group> Sums::groups(int s) const {
  std::vector<Group> groups;
  for (int g = plan(s).first_group; g < plan(s).first_group + plan(s).group_count; ++g)
    groups.push_back({plan_.groups[g], bounds_.groups[static_cast<std::size_t>(g)]});
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

bool Sums::is_c_of_root(const AddendGroup& group) const {
  return c_is_in_root() && group.count == 1 && takes(group, use_of(0, plan_.lanes()).slot);
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
