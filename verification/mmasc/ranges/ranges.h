// SPDX-License-Identifier: Apache-2.0
// The ranges of a plan's terms, by intervals: never less than operands can make of them, so that
// whatever lies outside cannot be reached.
#pragma once

#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/ranges/term_range.h"

namespace mmasc {

struct GroupRange {
  TermRange own, term;              // before the group's terms enter the sum, and as they do
  std::vector<Interval> distances;  // below the largest exponent
  int greatest_distance = 0;
  int greatest_loss = 0;             // bits cut off at alignment, at most; not positive: none
  bool loses_all = false;            // a term above zero may lose every bit
  std::vector<Interval> zero_above;  // a zero's exponent less the largest of the other terms'
};

struct SumRange {
  std::vector<GroupRange> groups;
  std::vector<Interval> floor_above;  // the floor less the largest exponent
  TermRange sum, rounded;             // rounded: where the sum rounds
  Dyadic total, negative_total;       // greatest magnitudes of the addends' total, as the sum's
  int integer_bits = 0;               // |sum| < 2^(e_max + this)
  int most_carries = 0;               // of the leading bit, beyond the largest addend's
  std::vector<int> tree_bits;         // of a node's magnitude, by level of the adder tree
  int few_bits = 1;                   // of the magnitude of a sum that is not 0: about the fewest
};

struct PlanRanges {
  TermRange a, b, scale;            // scale: all scales of a lane, multiplied
  std::vector<TermRange> products;  // before their rounding
  TermRange c;
  std::vector<SumRange> sums;  // in the plan's order
  TermRange root, result;
  int root_lowest_at_greatest = 0;  // the lowest bit of a root about the greatest number
  bool root_stays_below = false;    // the root's sum rounds to nothing beyond the greatest number
  bool root_overflows = false;
};

// The ranges of a sequence's steps, and of its late addition.
PlanRanges ranges_of_steps(const Sequence& sequence);
PlanRanges ranges_of_late_c(const Sequence& sequence);

}  // namespace mmasc
