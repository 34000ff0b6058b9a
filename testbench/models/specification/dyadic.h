// SPDX-License-Identifier: Apache-2.0
// What tests compute with exact numbers beside the specification.
#pragma once

#include <cmath>

#include "mmasc/specification/shift.h"

namespace mmasc::exact {

using mmasc::Dyadic;

inline Dyadic power_of_two(int exponent) { return {1, exponent}; }
inline Dyadic magnitude(const Dyadic& x) { return {x.integer.abs(), x.exponent}; }
inline bool less(const Dyadic& x, const Dyadic& y) { return (x + -y).is_negative(); }

// The e with 2^e <= |x| < 2^(e+1). x is not zero.
inline int floor_log2(const Dyadic& x) { return x.integer.bit_length() - 1 + x.exponent; }

// Of at most 53 bits.
inline double to_double(const Dyadic& x) {
  const double size = std::ldexp(static_cast<double>(x.integer.low_limb()), x.exponent);
  return x.is_negative() ? -size : size;
}

// x rounded to a multiple of 2^unit.
inline Dyadic round_to_multiple(const Dyadic& x, int unit, Rounding rounding) {
  if (x.exponent >= unit) return x;
  const BigInt kept =
      shift_and_round(magnitude(x), x.is_negative(), unit - x.exponent, rounding).kept;
  return {x.is_negative() ? -kept : kept, unit};
}

}  // namespace mmasc::exact
