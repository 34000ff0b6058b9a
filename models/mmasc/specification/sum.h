// SPDX-License-Identifier: Apache-2.0
// One sum of a datapath: its terms aligned to the largest exponent, added, held, cut.
// docs/datapath.md, section Sums, is the definition.
#pragma once

#include <cstdint>
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
// `nowhere`: the exponent of what takes part nowhere. `random`: the step's elements. An observer
// may give the sum of the aligned terms another value.
ExactSum add_exactly(const SumRule& rule, std::span<const ExactTerm> values, int nowhere,
                     std::span<const std::uint32_t> random, int index, const Observer* observer);

// The low `bits` bits of x, read as two's complement.
BigInt wrapped(const BigInt& x, int bits);

}  // namespace mmasc
