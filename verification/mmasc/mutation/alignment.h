// SPDX-License-Identifier: Apache-2.0
// The bits that an alignment can cut off, and the exponents from which anything can be told.
#pragma once

#include <vector>

#include "mmasc/mutation/sums.h"

namespace mmasc {

class Alignment {
 public:
  // Must not outlive the sums.
  explicit Alignment(const Sums& sums);

  // Every bit of every term is kept, whatever the sum holds.
  bool keeps_all(int s) const { return keeps_all_[static_cast<std::size_t>(s)]; }
  // Every bit of a term of the group is gone beside a largest exponent this far above.
  static bool is_gone(const GroupRange& group, int distance);
  // A term that d could show may be replaced by zero.
  bool vanishes(int s, const GroupRange& group) const;
  // The group is cut downwards, and the result is then rounded down to no finer a unit.
  bool is_floored_twice(int s, const GroupRange& group) const;
  // The sum is of two terms, one of which loses nothing, cut downwards, and then cut downwards at
  // no finer a unit itself, as a term.
  bool is_floored_again(int s) const;

  // Where a term is not zero, the exponent of such a term is the largest; or, where zeros or a
  // floor lead, every bit of every term is kept.
  bool zeros_cut_nothing(int s) const;
  // The root is the exact sum of all products and c, whatever sums are before it, and a zero of
  // the sign that one sum of all would give.
  bool adds_exactly() const;
  // Nothing sees the exponent that the sum's terms are aligned to.
  bool hides_exponent(int s) const;
  // Nor the exponent of the sum where it is an exact zero, up to this one: what is added to it, if
  // anything, leads.
  bool hides_zero(int s, int exponent) const;
  // A largest exponent up to this one changes no bit of d; kNever where any may.
  int harmless_exponent(int s) const;
  int harmless_exponent_of_products() const;
  int harmless_exponent_of_c() const;
  // Where a floor or zeros of this exponent lead the root, the result is +0.
  bool is_flushed_beside(int s, int exponent) const;
  // A result below the least normal number comes from one number of its format alone.
  bool is_alone_below_the_least() const;

  // The exponent with which zeros of a group take part; kNever where they do not.
  static int zero_exponent(const GroupRange& group);
  // The sum's largest exponent is no smaller, whatever the group holds.
  static int guaranteed_exponent(const GroupRange& group);

 private:
  int harmless_exponent_of_leaf(int leaf) const;
  bool is_whole(int s) const;
  bool shows_no_zero(int s, const GroupRange& group) const;
  bool numbers_lead(int s, const GroupRange& x, int distance) const;
  bool zeros_lead_beyond(int s, int exponent) const;
  bool others_lead_beyond(int s, const GroupRange& group, int exponent) const;
  bool is_number(int s, const GroupRange& group, const RoundingRule& round) const;
  bool is_below_half(int s, const GroupRange& x, int distance) const;
  bool is_rounded_away(int s, const GroupRange& group, int distance) const;

  const Sums& sums_;
  std::vector<bool> keeps_all_;  // of each sum
};

}  // namespace mmasc
