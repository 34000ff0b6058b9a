// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/leaves.h"

#include "mmasc/unit/walk.h"

namespace mmasc {
namespace {

struct LeafDomain {
  const Plan& plan;
  std::vector<std::vector<std::vector<Leaves>>>& sums;

  Leaves product(int lane) { return {lane}; }
  Leaves c() { return {plan.lanes()}; }
  Leaves sum(int, const SumTerms<Leaves>& terms) {
    Leaves all;
    auto& groups = sums.emplace_back(static_cast<std::size_t>(terms.sum().group_count));
    terms.for_each([&](int g, const AddendGroup&, const Leaves& term) {
      groups[static_cast<std::size_t>(g)].push_back(term);
      all.insert(all.end(), term.begin(), term.end());
    });
    return all;
  }
  Leaves round(const RoundPlan&, Place, const Leaves& term) { return term; }
};

}  // namespace

LeafTable::LeafTable(const Plan& plan) {
  LeafDomain domain{plan, sums_};
  walk(plan, domain);
}

Leaves LeafTable::all(int sum) const {
  Leaves leaves;
  for (const auto& group : sums_[static_cast<std::size_t>(sum)])
    for (const Leaves& term : group) leaves.insert(leaves.end(), term.begin(), term.end());
  return leaves;
}

}  // namespace mmasc
