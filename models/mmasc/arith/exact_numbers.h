// SPDX-License-Identifier: Apache-2.0
// Terms, shifts and roundings as docs/datapath.md defines them, on integers of any size, with every
// bit that is cut off. Nothing here calls a stage function, so that what the stages compute can be
// checked against it (trace.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mmasc/arith/dyadic.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// (-1)^negative * significand * 2^(exponent - fraction_bits).
struct ExactTerm {
  BigInt significand;
  int fraction_bits = 0;
  int exponent = 0;
  bool negative = false, zero = false, nan = false, infinite = false;
  bool lost = false;  // its rounding sees that bits were lost below it, where it is not 0

  bool finite() const { return !nan && !infinite; }
  Dyadic value() const;  // of a finite term
  int leading_exponent() const { return exponent - fraction_bits + significand.bit_length() - 1; }
};

// Whether two terms are one: the same NaN-ness, infinity, or significand, exponent, sign and flag.
bool operator==(const ExactTerm& x, const ExactTerm& y);

// A stored element, and a term that is one of the format's numbers as an element.
ExactTerm decode_exactly(const Format& format, Flush flush, std::uint64_t bits);
std::uint64_t encode_exactly(const Format& format, std::uint64_t nan, const ExactTerm& term);

// A magnitude shifted right and rounded.
//
//     magnitude * 2^unit   [ k k k k k k | l l l l ]
//                                         distance     kept = k..., plus one where incremented
struct ExactShift {
  bool negative = false;  // directed roundings ask
  BigInt magnitude;
  int unit = 0;
  int distance = 0;  // negative: to the left, nothing is lost
  Rounding rounding = Rounding::toward_zero;
  std::uint32_t random = 0;  // drawn, where stochastic
  BigInt kept, lost;
  bool incremented = false;

  Dyadic dropped() const;  // signed: lost, less what the increment gave
};
ExactShift shift_and_round(const Dyadic& magnitude, bool negative, int distance, Rounding rounding,
                           std::uint32_t random = 0);

struct ExactRounding {
  enum class Outcome { number, flushed, overflowed, special };  // special: NaN or Inf came in
  const RoundPlan* plan = nullptr;
  ExactTerm in;                    // with a last bit far below, where bits were lost
  int leading_exponent = 0;        // of the leading bit; of a zero, the least exponent
  bool below_least = false;        // the format's least exponent, where normalization stops
  bool is_tiny = false;            // below it still, rounded as if normalization did not
  std::vector<ExactShift> shifts;  // the first of two, if any, and the last; of a number
  Outcome outcome = Outcome::number;
  ExactTerm out;

  Dyadic dropped() const;  // of a number: in less out
};
// The plan must outlive what is returned. `random`: an element for each stochastic rounding.
ExactRounding round_exactly(const RoundPlan& plan, const ExactTerm& in,
                            std::span<const std::uint32_t> random = {});

}  // namespace mmasc
