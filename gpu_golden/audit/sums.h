// SPDX-License-Identifier: Apache-2.0
// The sums of a plan as a tree, with the bounds of what they add. Sums are numbered as in
// Plan::sums, the root last.
#pragma once

#include <utility>
#include <vector>

#include "audit/bounds.h"

namespace mmasc {

class Sums {
 public:
  struct Group {
    const AddendGroup& plan;
    const Bounds& bounds;
  };

  // The plan must outlive it.
  Sums(const Unit& unit, const Plan& plan);

  const Plan& whole() const { return plan_; }
  const SumPlan& plan(int s) const { return plan_.sums[s]; }
  const Bounds& bounds(int s) const { return bounds_.sums[static_cast<std::size_t>(s)]; }
  const Bounds& product() const { return bounds_.product; }
  std::vector<Group> groups(int s) const;

  int root() const { return plan_.sums.size() - 1; }
  int level_of(int s) const;
  // The sum that a sum other than the root is a term of, and the addend group.
  int user_of(int s) const;
  const AddendGroup& group_of_user(int s) const;
  // The sum that a slot of the first level, a lane or c, comes into.
  int user_of_slot(int slot) const;
  bool c_is_in_root() const { return user_of_slot(plan_.lanes()) == root(); }
  bool is_c_of_root(const AddendGroup& group) const;

  // Of the terms that are not zero.
  int least_exponent(int s) const;
  // Fixed-point products under one scale: all have its exponent, zero or not.
  bool shares_exponent(int s) const;

 private:
  struct Use {
    int level, slot;
  };
  Use use_of(int level, int slot) const;  // where a slot is added that may pass levels by
  Use use_of_sum(int s) const;
  int adder_of(int level, int slot) const;  // -1 where the slot passes by

  const Plan& plan_;
  DatapathBounds bounds_;
};

}  // namespace mmasc
