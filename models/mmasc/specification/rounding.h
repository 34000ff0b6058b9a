// SPDX-License-Identifier: Apache-2.0
// A term becomes a number of a format: normalized, but not below the format's least exponent,
// rounded once or twice, made to fit, flushed. docs/datapath.md, section Result, is the definition.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mmasc/specification/shift.h"
#include "mmasc/specification/term.h"

namespace mmasc {

// What a row says of a rounding. The format must outlive it.
struct RoundingRule {
  const Format* format = nullptr;
  int fraction_bits = 0;  // kept: the format's, or fewer
  Rounding rounding = Rounding::nearest_even;
  std::optional<Prerounding> prerounding;
  Overflow overflow = Overflow::infinity;
  Underflow underflow = Underflow::keep_sign;
  Flush flush = Flush::none;
  Tininess tininess = Tininess::bounded;  // of what is flushed

  bool is_integer() const { return format->is_integer(); }
  int least_exponent() const { return format->least_exponent(); }
  int greatest_exponent() const { return format->greatest_exponent(); }
  // Of the numbers that have the bits kept, in units of 2^-fraction_bits.
  std::uint64_t greatest_significand() const {
    return format->greatest_significand() >> (format->fraction_bits - fraction_bits);
  }
  // Of an integer.
  std::uint64_t greatest_negative_significand() const {
    return format->greatest_negative_significand();
  }
  // The exponent of the least number.
  int last_place() const { return least_exponent() - fraction_bits; }
  // Whether a value beyond the greatest number becomes that number, by its sign.
  bool saturates(bool negative) const;
  bool may_saturate() const { return saturates(false) || saturates(true); }
  bool flushes() const { return flush != Flush::none; }
  // Whether a number that rounds to the least normal one may be flushed all the same.
  bool flushes_before_the_least() const { return flushes() && tininess == Tininess::unbounded; }
  // The sign of what rounds to zero, and of what the first of two roundings takes there.
  bool keeps_underflow_sign() const { return underflow == Underflow::keep_sign; }
  bool keeps_prerounding_sign() const;
  // The rounding that a number meets first: the prerounding, where there is one.
  bool rounds_twice() const { return prerounding.has_value(); }
  Cut first_cut() const;
  bool may_increment() const;
  // The fewest and the most fraction bits that one of two roundings keeps.
  int exact_fraction_bits() const;
  int deepest_fraction_bits() const;
};

// To all bits of the format, every field at its default.
RoundingRule rule_of(const Format& format, Rounding rounding = Rounding::nearest_even);

struct ExactRounding {
  enum class Outcome { number, flushed, overflowed, special };  // special: NaN or Inf came in
  const RoundingRule* rule = nullptr;
  ExactTerm in;                    // with a last bit far below, where bits were lost
  int leading_exponent = 0;        // of the leading bit; of a zero, the least exponent
  bool below_least = false;        // the format's least exponent, where normalization stops
  bool is_tiny = false;            // below it still, rounded as if normalization did not
  std::vector<ExactShift> shifts;  // the first of two, if any, and the last; of a number
  Outcome outcome = Outcome::number;
  ExactTerm out;

  bool loses() const;      // whether a shift lost a bit
  Dyadic dropped() const;  // of a number: in less out
};

// The rule must outlive what is returned. `random`: an element for each stochastic rounding.
ExactRounding round_exactly(const RoundingRule& rule, const ExactTerm& in,
                            std::span<const std::uint32_t> random = {});

}  // namespace mmasc
