// SPDX-License-Identifier: Apache-2.0
// The terms of a datapath as exact numbers, and their way from and to the bits of a format.
// docs/datapath.md, section Values, is the definition.
#pragma once

#include <cstdint>

#include "mmasc/specification/dyadic.h"
#include "mmasc/unit/datapath.h"

namespace mmasc {

// (-1)^negative * significand * 2^(exponent - fraction_bits).
struct ExactTerm {
  BigInt significand;
  int fraction_bits = 0;
  int exponent = 0;  // with which it takes part in a sum
  bool negative = false, zero = false, nan = false, infinite = false;
  bool lost = false;  // its rounding sees that bits were lost below it, where it is not 0

  bool finite() const { return !nan && !infinite; }
  Dyadic value() const;  // of a finite term
  // Of the leading bit of a term that is not 0.
  int leading_exponent() const { return exponent - fraction_bits + significand.bit_length() - 1; }
};

// Whether two terms are one: the same NaN-ness, infinity, or significand, exponent, sign and flag.
bool operator==(const ExactTerm& x, const ExactTerm& y);

// The exact product; NaN where a factor is NaN, or where one is 0 and one infinite.
ExactTerm times(const ExactTerm& x, const ExactTerm& y);

// A stored element of format.storage_bits() bits; those above are not looked at. A subnormal or a
// zero becomes what `flush` makes of it.
ExactTerm decode_exactly(const Format& format, Flush flush, std::uint64_t bits);
// A term that is one of the format's numbers, or special, as an element; `nan` where it is a NaN.
std::uint64_t encode_exactly(const Format& format, std::uint64_t nan, const ExactTerm& term);

}  // namespace mmasc
