// SPDX-License-Identifier: Apache-2.0
// What happens inside one dot-product-add, as data: the stage functions' own values, and beside
// them every bit that a shift cut off.
//
// The cut bits are taken from the terms by arbitrary precision, not as the difference of exact and
// kept, so that `kept + dropped == exact` is a check of the stages that can fail.
#pragma once

#include <string>
#include <vector>

#include "arith/dyadic.h"
#include "arith/sequence.h"

namespace mmasc {

struct TracedTerm {
  std::string name;
  BigInt significand;
  int fraction_bits = 0;  // of the significand
  int exponent = 0;
  bool negative = false, zero = false, nan = false, infinite = false;

  bool finite() const { return !nan && !infinite; }
  Dyadic value() const;  // of a finite term
};

// A magnitude shifted right and rounded.
//
//     magnitude * 2^unit   [ k k k k k k | l l l l ]
//                                         distance     kept = k..., plus one where incremented
struct TracedShift {
  bool negative = false;  // directed roundings ask
  BigInt magnitude;
  int unit = 0;
  int distance = 0;  // negative: to the left, nothing is lost
  Rounding rounding = Rounding::toward_zero;
  BigInt kept, lost;
  bool incremented = false;

  Dyadic dropped() const;  // signed: lost, less what the increment gave
};
TracedShift shift_and_round(const Dyadic& magnitude, bool negative, int distance,
                            Rounding rounding);

struct TracedAddend {
  TracedTerm term;
  bool takes_part = true;  // in e_max
  int exponent = 0;        // with which it does
  bool vanished = false;   // replaced by zero
  TracedShift shift;
  Dyadic addend;  // the aligner's

  Dyadic dropped() const { return vanished ? term.value() : shift.dropped(); }
};

struct TracedSum {
  std::string name;
  int e_max = 0;
  int fraction_bits = 0;
  std::vector<TracedAddend> addends;
  TracedTerm sum;  // the adder tree's

  bool finite() const;
  Dyadic exact() const;    // of the terms
  Dyadic kept() const;     // of the addends
  Dyadic dropped() const;  // of the bits cut off
  bool holds() const;      // kept + dropped == exact, and the sum is what was kept
};

struct TracedRounding {
  enum class Outcome { number, flushed, overflowed, special };  // special: NaN or Inf came in
  TracedTerm in;
  int leading_exponent = 0;         // of the leading bit; of a zero, the least exponent
  bool below_least = false;         // the format's least exponent, where normalization stops
  std::vector<TracedShift> shifts;  // a prerounding, if any, and the rounding
  Outcome outcome = Outcome::number;
  TracedTerm out;
  const RoundPlan* plan = nullptr;

  Dyadic dropped() const;
  // out + dropped == in; beyond the greatest number, and for NaN and Inf, what the plan says.
  bool holds() const;
};

struct TracedLevel {
  std::vector<TracedSum> sums;
  std::vector<TracedRounding> roundings;  // of the sums that round
};

struct TracedStep {
  bool adds_late_c = false;
  const Plan* plan = nullptr;  // the sequence's
  Operands in;
  std::vector<TracedTerm> products;
  std::vector<TracedRounding> product_roundings;
  TracedTerm c;
  std::vector<TracedLevel> levels;
  TracedRounding result;
  std::uint64_t d = 0;

  bool packs_the_result() const;  // d holds what the last rounding gave
};

struct Trace {
  std::vector<TracedStep> steps;
  std::uint64_t d = 0;
};

// Valid as long as the sequence.
Trace trace(const Sequence& sequence, const DotOperands& in);

// The places whose kept and dropped bits do not make up the exact value: none, or the stages are
// wrong. "step 1: sum dot"
std::vector<std::string> unaccounted(const Trace& trace);

}  // namespace mmasc
