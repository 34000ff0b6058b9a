// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/leaves.h"

#include "mmasc/unit/walk.h"

namespace mmasc {
namespace {

struct LeafDomain {
  const Plan& plan;
  std::vector<std::vector<std::vector<Leaves>>>& sums;
  std::vector<std::vector<int>>& offsets;
  std::vector<std::vector<bool>>& negated;
  std::vector<int> offsets_so_far;  // by leaf
  std::vector<bool> negated_so_far;

  Leaves product(int lane) { return {lane}; }
  Leaves c() { return {plan.lanes()}; }
  Leaves sum(int, const SumTerms<Leaves>& terms) {
    Leaves all;
    auto& groups = sums.emplace_back(static_cast<std::size_t>(terms.sum().group_count));
    terms.for_each([&](int g, const AddendGroup& group, const Leaves& term) {
      groups[static_cast<std::size_t>(g)].push_back(term);
      for (const int leaf : term) {
        const auto i = static_cast<std::size_t>(leaf);
        offsets_so_far[i] = group.exponent_in_e_max(offsets_so_far[i], false);
        negated_so_far[i] = group.enters_negative(negated_so_far[i]);
      }
      all.insert(all.end(), term.begin(), term.end());
    });
    offsets.push_back(offsets_so_far);
    negated.push_back(negated_so_far);
    return all;
  }
  // What is rounded has its own exponent.
  Leaves round(const RoundPlan&, Place, const Leaves& term) {
    for (const int leaf : term) offsets_so_far[static_cast<std::size_t>(leaf)] = 0;
    return term;
  }
};

}  // namespace

LeafTable::LeafTable(const Plan& plan) {
  const auto leaves = static_cast<std::size_t>(plan.lanes()) + 1;
  LeafDomain domain{
      plan, sums_, offsets_, negated_, std::vector<int>(leaves), std::vector<bool>(leaves)};
  walk(plan, domain);
}

Leaves LeafTable::all(int sum) const {
  Leaves leaves;
  for (const auto& group : sums_[static_cast<std::size_t>(sum)])
    for (const Leaves& term : group) leaves.insert(leaves.end(), term.begin(), term.end());
  return leaves;
}

}  // namespace mmasc
