// SPDX-License-Identifier: Apache-2.0
// A sum as the rows have it and a plan holds it - exact terms end in windows, and what can change
// nothing is not there - with the ranges of its terms.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "mmasc/ranges/term_range.h"
#include "mmasc/specification/step_rules.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// Addends that are aligned alike.
struct GroupRange {
  AddendRule rule;                            // of each
  int first_slot = 0, stride = 1, count = 1;  // where they lie in their level's input
  TermWidths input;                           // as they take part in e_max
  bool exact = false;                         // the row says so, and the window is derived

  TermRange own, term;              // before the terms enter the sum, and as they do
  std::vector<Interval> distances;  // below the largest exponent
  int greatest_distance = 0;
  int greatest_loss = 0;             // bits cut off at alignment, at most; not positive: none
  bool loses_all = false;            // a term above zero may lose every bit
  std::vector<Interval> zero_above;  // a zero's exponent less the largest of the other terms'

  int fraction_bits() const { return *rule.fraction_bits; }
  bool loses_nothing() const { return greatest_loss <= 0; }
  // Shifted so far to the right nothing is left of a term but what its rounding makes.
  int bits_from_e_max() const { return fraction_bits() + input.integer_bits(); }
  // The widths of the terms before they enter.
  TermWidths own_input() const {
    return {.magnitude_bits = input.magnitude_bits,
            .fraction_bits = rule.below_own(input.fraction_bits),
            .exponent_min = rule.own_exponent(input.exponent_min),
            .exponent_max = rule.own_exponent(input.exponent_max)};
  }
};

struct SumRange {
  SumRule rule;
  Name name;
  int fraction_bits = 0;     // of addends and sum
  int sum_bits = 0;          // signed width of addends and every partial sum
  int magnitude_bits = 0;    // of the sum before its rounding
  bool is_narrowed = false;  // exact by a narrow window: shifted-out bits leave a sticky bit
  static constexpr int kPlusSlot = -1;
  int frame_slot = kPlusSlot;  // of the term that gives the frame of ones' complement

  std::vector<GroupRange> groups;
  std::vector<Interval> floor_above;  // the floor less the largest exponent
  TermRange sum, rounded;             // rounded: where the sum rounds
  Dyadic total, negative_total;       // greatest magnitudes of the addends' total, as the sum's
  int integer_bits = 0;               // |sum| < 2^(e_max + this)
  int most_carries = 0;               // of the leading bit, beyond the largest addend's
  std::vector<int> tree_bits;         // of a node's magnitude, by level of the adder tree
  int few_bits = 1;                   // of the magnitude of a sum that is not 0: about the fewest

  bool rounds() const { return rule.round.has_value(); }
  bool complements() const { return rule.complements; }
  bool exact() const { return std::ranges::all_of(groups, &GroupRange::exact); }
  int addends() const { return static_cast<int>(rule.addends.size()); }
  bool has_floor() const { return rule.exponent_floor.has_value(); }
  int floor() const { return *rule.floor(); }
  ExponentGrid grid() const { return rule.exponent_grid.value_or(ExponentGrid{}); }
  bool has_grid() const { return grid().is_coarse(); }
  int on_grid(int exponent) const { return rule.on_grid(exponent); }

  // How far below its exponent the sum has its last bit, what was lost aside.
  int last_fraction() const { return rule.cut ? rule.cut->fraction_bits : fraction_bits; }
  // Whether the cut can make its last bit of anything below it.
  bool cut_fills() const { return rule.cut && rule.cut->rounding != Rounding::toward_zero; }
  // Whether the aligner says that it lost a bit.
  bool asks_lost() const { return rule.sticky || rule.cancelled == Cancelled::zero_unless_lost; }
  // The total of the addends is the sum; and e_max the largest exponent or the floor; and the
  // addends are what alignment keeps of the terms.
  bool total_stays() const { return keeps_total() && rule.cancelled == Cancelled::number; }
  bool stays_as_added() const { return !has_grid() && total_stays(); }
  bool is_plain() const { return !complements() && stays_as_added(); }
  // The same, but that it may be an exact zero where it is 0.
  bool keeps_value() const { return !complements() && !has_grid() && keeps_total(); }

 private:
  bool keeps_total() const { return !rule.accumulator && !rule.cut && !rule.sticky; }
};

// A step's rules, or its late addition's, as the plan holds them.
StepRules rules_of(const Unit& unit, const Plan& plan);

// The plan's sums, their ranges not yet known.
std::vector<SumRange> held_sums(const StepRules& rules, const Plan& plan);

}  // namespace mmasc
