// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/leaves.h"

namespace mmasc {

LeafTable::LeafTable(const PlanRanges& ranges) {
  const int c = ranges.rules.lanes;
  std::vector<Leaves> values(static_cast<std::size_t>(ranges.rules.values()));
  for (int leaf = 0; leaf <= c; ++leaf) values[static_cast<std::size_t>(leaf)] = {leaf};
  std::vector<int> offsets(static_cast<std::size_t>(c) + 1);  // so far, by leaf
  std::vector<bool> negated(offsets.size());
  for (const SumRange& sum : ranges.sums) {
    Leaves& all = values[static_cast<std::size_t>(sum.rule.output)];
    auto& groups = sums_.emplace_back();
    auto addend = sum.rule.addends.begin();
    for (const GroupRange& group : sum.groups) {
      auto& terms = groups.emplace_back();
      for (int i = 0; i < group.count; ++i)
        terms.push_back(values[static_cast<std::size_t>((addend++)->value)]);
      for (const Leaves& term : terms)
        for (const int leaf : term) {
          const auto place = static_cast<std::size_t>(leaf);
          offsets[place] = group.rule.exponent_in_e_max(offsets[place]);
          negated[place] = group.rule.enters_negative(negated[place]);
          all.push_back(leaf);
        }
    }
    offsets_.push_back(offsets);
    negated_.push_back(negated);
    if (sum.rounds())  // what is rounded has its own exponent
      for (const int leaf : all) offsets[static_cast<std::size_t>(leaf)] = 0;
  }
}

Leaves LeafTable::all(int sum) const {
  Leaves leaves;
  for (const auto& group : sums_[static_cast<std::size_t>(sum)])
    for (const Leaves& term : group) leaves.insert(leaves.end(), term.begin(), term.end());
  return leaves;
}

}  // namespace mmasc
