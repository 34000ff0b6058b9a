// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/sums.h"

#include <algorithm>

#include "mmasc/unit/walk.h"

namespace mmasc {
namespace {

// Terms by what they come from: a lane, c, a sum.
struct UseDomain {
  const Plan& plan;
  std::vector<Sums::Use>& uses;

  int product(int lane) { return lane; }
  int c() { return plan.lanes(); }
  int sum(int s, const SumTerms<int>& terms) {
    terms.for_each([&](int g, const AddendGroup&, int source) {
      uses[static_cast<std::size_t>(source)] = {s, plan.sums[s].first_group + g};
    });
    return plan.lanes() + 1 + s;
  }
  int round(const RoundPlan&, Place, int source) { return source; }
};

}  // namespace

Sums::Sums(const Sequence& sequence)
    : plan_(sequence.plan()),
      ranges_(ranges_of_steps(sequence)),
      uses_(static_cast<std::size_t>(plan_.lanes() + 1 + plan_.sums.size())) {
  UseDomain domain{plan_, uses_};
  walk(plan_, domain);
}

TermRange Sums::product() const {
  TermRange all = ranges_.products.front();
  for (const TermRange& lane : ranges_.products) all = join(all, lane);
  return all;
}

int Sums::product_top() const { return ranges_.a.top + ranges_.b.top + ranges_.scale.top; }

std::vector<Sums::Group> Sums::groups(int s) const {
  std::vector<Group> groups;
  for (const GroupRange& range : range(s).groups)
    groups.push_back({groups_of(plan_, plan(s))[groups.size()], range, bounds_of(range.term)});
  return groups;
}

int Sums::level_of(int s) const {
  int level = 0;
  while (s >= plan_.levels[level].first_sum + plan_.levels[level].sum_count) ++level;
  return level;
}

int Sums::least_exponent(int s) const {
  int least = kAlways;
  for (const Group& group : groups(s)) least = std::min(least, group.bounds.least_exponent);
  return least;
}

bool Sums::shares_exponent(int s) const {
  const MultiplierPlan& m = plan_.multiplier;
  if (level_of(s) != 0 || !m.fixed_point() || m.rounds || plan(s).group_count != 1) return false;
  const AddendGroup& group = groups_of(plan_, plan(s)).front();
  const int last = group.slot_of(group.count - 1);
  const int alike = m.lanes_scaled_alike();
  return last < m.lanes && group.first_slot / alike == last / alike;
}

}  // namespace mmasc
