// SPDX-License-Identifier: Apache-2.0
// The sums of a plan as a tree, with the ranges of what they add. Sums are numbered as in
// Plan::sums, the root last.
#pragma once

#include <utility>
#include <vector>

#include "mmasc/mutation/bounds.h"
#include "mmasc/ranges/ranges.h"

namespace mmasc {

class Sums {
 public:
  struct Group {
    const AddendGroup& plan;
    const GroupRange& range;
    Bounds bounds;  // of its terms
  };

  // The sequence must outlive it.
  explicit Sums(const Sequence& sequence);

  const Plan& whole() const { return plan_; }
  const SumPlan& plan(int s) const { return plan_.sums[s]; }
  Bounds bounds(int s) const { return bounds_of(range(s).sum); }  // before its rounding
  Bounds root_bounds() const { return bounds_of(ranges_.root); }  // what the result rounds
  TermRange product() const;                                      // before its rounding
  int product_top() const;  // products stay below 2^this, infinite or not
  std::vector<Group> groups(int s) const;

  int root() const { return plan_.sums.size() - 1; }
  int level_of(int s) const;
  // The sum that a sum other than the root is a term of, and the addend group.
  int user_of(int s) const { return use_of_sum(s).sum; }
  const AddendGroup& group_of_user(int s) const { return plan_.groups[use_of_sum(s).group]; }
  // The sum that a lane's product, or c, is a term of, and the addend group.
  int user_of_leaf(int leaf) const { return uses_[static_cast<std::size_t>(leaf)].sum; }
  const AddendGroup& group_of_leaf(int leaf) const {
    return plan_.groups[uses_[static_cast<std::size_t>(leaf)].group];
  }

  // The least exponent of the terms that are not zero.
  int least_exponent(int s) const;
  // Whether all terms have one exponent, zero or not: fixed-point products under one scale do.
  bool shares_exponent(int s) const;
  const PlanRanges& ranges() const { return ranges_; }

  struct Use {
    int sum = -1, group = -1;  // in the plan
  };

 private:
  const Use& use_of_sum(int s) const {
    return uses_[static_cast<std::size_t>(plan_.lanes() + 1 + s)];
  }
  const SumRange& range(int s) const { return ranges_.sums[static_cast<std::size_t>(s)]; }

  const Plan& plan_;
  PlanRanges ranges_;
  std::vector<Use> uses_;  // of each lane, c, each sum
};

}  // namespace mmasc
