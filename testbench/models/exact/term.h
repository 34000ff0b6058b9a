// SPDX-License-Identifier: Apache-2.0
// The terms of a datapath as exact values, and their way from and to the bits of a format.
// docs/datapath.md, section Values, is the definition.
#pragma once

#include <cstdint>
#include <optional>

#include "exact/dyadic.h"
#include "mmasc/unit/datapath.h"

namespace mmasc::exact {

struct Term {
  Dyadic value;                 // 0 where nan or infinite
  std::optional<int> exponent;  // with which it takes part in a sum; none: it takes part nowhere
  bool negative = false;        // also of zeros and infinities
  bool zero = false;            // an exact zero; a sum that merely cancels is not
  int level = 0;                // sums that it is above: 0 of a product and of c
  bool nan = false;
  bool infinite = false;
  bool lost = false;  // bits were lost on the way here, of which its rounding knows

  bool finite() const { return !nan && !infinite; }
};

Term nan_term();
Term infinite_term(bool negative);

// The term with the other sign; a zero and an infinity change theirs, too.
Term opposite(Term term);

// A zero of a format: the format's least exponent, and no minus where the format has none.
Term zero_term(const Format& format, bool negative);

Term decode(const Format& format, std::uint64_t bits);

// The bits of a term whose value is a number of the format.
std::uint64_t encode(const Format& format, const Term& term,
                     std::optional<std::uint64_t> nan_bits = std::nullopt);

// A term that is a number of the format, with its subnormals flushed.
Term flush_subnormal(const Term& term, const Format& format, Flush flush);

struct RoundingRule {
  Rounding rounding = Rounding::nearest_even;
  std::optional<int> significand_fraction;
  std::optional<Prerounding> prerounding;
  Overflow overflow = Overflow::infinity;
  Underflow underflow = Underflow::keep_sign;
  FlushRow flush;
  std::uint64_t prerandom = 0, random = 0;  // what stochastic roundings draw
};

// The term as a number of the format: normalized, rounded, flushed.
Term round_to_format(const Term& term, const Format& format, const RoundingRule& rule);

// What IEEE 754 signals of the rounding of a finite term.
struct Signals {
  bool overflow = false, underflow = false, inexact = false;
};
Signals signals_of(const Term& term, const Format& format, const RoundingRule& rule);

}  // namespace mmasc::exact
