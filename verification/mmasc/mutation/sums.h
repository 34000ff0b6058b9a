// SPDX-License-Identifier: Apache-2.0
// The sums of a step as a tree, with the ranges of what they add, level by level, the root last.
#pragma once

#include <vector>

#include "mmasc/mutation/bounds.h"
#include "mmasc/ranges/ranges.h"

namespace mmasc {

class Sums {
 public:
  // The sequence must outlive it.
  explicit Sums(const Sequence& sequence);
  Sums(const Sums&) = delete;
  Sums& operator=(const Sums&) = delete;

  const Plan& plan() const { return plan_; }
  const StepRules& rules() const { return ranges_.rules; }
  const SumRange& sum(int s) const { return ranges_.sums[static_cast<std::size_t>(s)]; }
  Bounds bounds(int s) const { return bounds_of(sum(s).sum); }    // before its rounding
  Bounds root_bounds() const { return bounds_of(ranges_.root); }  // what the result rounds
  TermRange product() const;                                      // before its rounding

  int root() const { return static_cast<int>(ranges_.sums.size()) - 1; }
  // The sum that a sum other than the root is a term of, and its addend group.
  int user_of(int s) const { return user_of_leaf(sum(s).rule.output); }
  const GroupRange& group_of_user(int s) const { return group_of_leaf(sum(s).rule.output); }
  // The sum that a lane's product, or c, is a term of, and its addend group.
  int user_of_leaf(int leaf) const { return uses_[static_cast<std::size_t>(leaf)].sum; }
  const GroupRange& group_of_leaf(int leaf) const {
    return *uses_[static_cast<std::size_t>(leaf)].group;
  }

  // The least exponent of the terms that are not zero.
  int least_exponent(int s) const;
  // Whether all terms have one exponent, zero or not: fixed-point products under one scale do.
  bool shares_exponent(int s) const;
  const PlanRanges& ranges() const { return ranges_; }

 private:
  struct Use {
    int sum = -1;
    const GroupRange* group = nullptr;
  };

  const Plan& plan_;
  const PlanRanges ranges_;
  std::vector<Use> uses_;  // of each value of a step
};

}  // namespace mmasc
