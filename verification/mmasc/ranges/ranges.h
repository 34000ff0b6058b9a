// SPDX-License-Identifier: Apache-2.0
// The ranges of a step's terms, by intervals: never less than operands can make of them, so that
// whatever lies outside cannot be reached.
#pragma once

#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/ranges/sum_range.h"

namespace mmasc {

struct PlanRanges {
  StepRules rules;                  // what can change nothing as the plan holds it is not in them
  TermRange a, b, scale;            // scale: all scales of a lane, multiplied
  std::vector<TermRange> products;  // before their rounding
  TermRange c;
  std::vector<SumRange> sums;  // in the plan's order
  TermRange root, result;
  int root_lowest_at_greatest = 0;  // the lowest bit of a root about the greatest number
  bool root_stays_below = false;    // the root's sum rounds to nothing beyond the greatest number
  bool root_overflows = false;

  int product_top() const { return a.top + b.top + scale.top; }  // also of infinite products
  // The rounding that a sum's bits meet first, its own or the result's.
  const RoundingRule& rounding_of(const SumRange& sum) const {
    return sum.rounds() ? *sum.rule.round : rules.result_round;
  }
};

// The ranges of a sequence's steps, and of its late addition. The sequence must outlive them.
PlanRanges ranges_of_steps(const Sequence& sequence);
PlanRanges ranges_of_late_c(const Sequence& sequence);

}  // namespace mmasc
