// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/edges.h"

#include <algorithm>

namespace mmasc {
namespace {

void keep_distinct(std::vector<int>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

void add_group(const AddendGroup& group, Edges& edges) {
  const int first_bit = group.pre_shift - group.post_shift + 1;
  const int everything = group.shifted_bits() - group.post_shift;
  for (const int distance : {first_bit, everything})
    for (int near = -1; near <= 1; ++near)
      if (distance + near >= 0) edges.distances.push_back(distance + near);
  if (group.may_vanish())
    for (const int near : {0, 1}) edges.distances.push_back(group.reach() + near);
  if (group.fixed_zero_exponent()) edges.exponents.push_back(group.zero_exponent);
}

void add_rounding(const RoundPlan& round, Edges& edges) {
  for (const int distance : {0, 1, 2, 3}) edges.distances.push_back(round.fraction_bits + distance);
  if (round.rounds_twice())
    for (const int distance : {0, 1, 2})
      edges.distances.push_back(round.first_cut().fraction_bits + distance);
  edges.exponents.push_back(round.least_exponent);
  edges.exponents.push_back(round.least_exponent - round.fraction_bits);
  edges.exponents.push_back(round.greatest_exponent);
}

}  // namespace

Edges edges_of(const Sequence& sequence) {
  const Plan& plan = sequence.plan();
  Edges edges;
  for (const AddendGroup& group : plan.groups) add_group(group, edges);
  for (const SumPlan& sum : plan.sums) {
    if (sum.has_exponent_floor) edges.exponents.push_back(sum.exponent_floor);
    if (sum.rounds) add_rounding(sum.round, edges);
  }
  if (plan.multiplier.rounds) add_rounding(plan.multiplier.round, edges);
  if (plan.multiplier.has_overflow()) edges.exponents.push_back(plan.multiplier.infinity_at - 1);
  add_rounding(plan.result, edges);
  keep_distinct(edges.distances);
  keep_distinct(edges.exponents);
  return edges;
}

}  // namespace mmasc
