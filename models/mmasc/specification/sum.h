// SPDX-License-Identifier: Apache-2.0
// One sum of a datapath: its terms aligned to the largest exponent, added, held, cut.
// docs/datapath.md, section Sums, is the definition.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "mmasc/specification/rounding.h"

namespace mmasc {

class Observer;

// How a term enters a sum.
struct AddendRule {
  int value = 0;               // among the values of a step
  FractionBits fraction_bits;  // kept below the largest exponent; none: all
  Rounding alignment_rounding = Rounding::toward_zero;
  ZeroExponent zero_exponent;
  std::optional<int> vanishes_below;  // by its own exponent
  int exponent_offset = 0;
  bool negated = false;
  bool gives_frame = false;  // of ones' complement
  int random = 0;            // the element that its alignment draws, where stochastic

  bool enters_negative(bool negative) const { return negative != negated; }
  // With which exponent it takes part in e_max, where it is no zero; and back.
  bool keeps_exponents() const { return exponent_offset == 0; }
  int exponent_in_e_max(int own) const { return own + exponent_offset; }
  int own_exponent(int in_e_max) const { return in_e_max - exponent_offset; }
  // A last bit that lies so far below the exponent in e_max lies so far below its own.
  int below_own(int below_e_max) const { return below_e_max - exponent_offset; }
  bool own_zero_exponent() const { return zero_exponent.kind == ZeroExponent::Kind::own; }
  bool fixed_zero_exponent() const { return zero_exponent.kind == ZeroExponent::Kind::fixed; }
  // The exponent with which a zero does whose own, as it stands in e_max, is this; none where zeros
  // are ignored.
  std::optional<int> zero_in_e_max(int own) const;
  // Whether one is replaced by zero whose exponent in e_max lies so far below e_max.
  bool may_vanish() const { return vanishes_below.has_value(); }
  bool vanishes_at(int distance) const { return distance > reach(); }
  // The furthest that stays, by its exponent in e_max and by its own: beyond all where none
  // vanishes.
  int reach() const { return below_own(own_reach()); }
  int own_reach() const { return vanishes_below.value_or(std::numeric_limits<int>::max() / 2); }
};

struct SumRule {
  std::vector<AddendRule> addends;
  int level = 0;   // after those of its terms; products and c are of level 0
  int output = 0;  // among the values of a step
  std::optional<int> exponent_floor;
  std::optional<ExponentGrid> exponent_grid;
  bool has_ieee_zero_sign = false;
  bool rounds_down = false;  // what an exactly zero sum meets first
  bool complements = false;
  std::optional<Accumulator> accumulator;
  std::optional<Cut> cut;
  Cancelled cancelled = Cancelled::number;
  bool sticky = false;
  std::optional<RoundingRule> round;
  int random = 0;  // the element that its rounding draws, where stochastic

  // The next exponent of its grid, where it has one; and of its floor.
  int on_grid(int exponent) const;
  std::optional<int> floor() const;
};

// A term of a sum and what its alignment made of it. Nothing is aligned in a sum that is NaN or
// infinite.
struct AlignedTerm {
  ExactTerm term;
  bool takes_part = true;     // in e_max
  int exponent = 0;           // with which it does
  bool vanished = false;      // replaced by zero
  bool complemented = false;  // by ones' complement: one unit larger
  ExactShift shift;

  Dyadic kept() const;
  Dyadic dropped() const;
  Dyadic complement() const;  // by which it is larger, with its sign
};

struct ExactSum {
  const SumRule* rule = nullptr;
  int index = 0;  // among the step's sums, level by level
  int e_max = 0;
  std::vector<AlignedTerm> terms;
  ExactTerm sum;        // before its rounding
  Dyadic changed;       // by which an accumulator and a cut make it more than what alignment left
  bool coarse = false;  // e_max, which is the next of the grid
  bool lost = false;    // a bit, by alignment or the cut

  bool finite() const { return sum.finite(); }
  Dyadic exact() const;    // of the terms
  Dyadic kept() const;     // of what alignment left of them
  Dyadic dropped() const;  // of what it cut off
};

// The sum of what `values` holds at the places of the rule's addends, before its rounding.
// The rule must outlive what is returned. `nowhere`: the exponent of what takes part nowhere.
// `random`: the step's elements. An observer may give the sum of the aligned terms another value.
ExactSum add_exactly(const SumRule& rule, std::span<const ExactTerm> values, int nowhere,
                     std::span<const std::uint32_t> random, int index, const Observer* observer);

// The low `bits` bits of x, read as two's complement.
BigInt wrapped(const BigInt& x, int bits);

}  // namespace mmasc
