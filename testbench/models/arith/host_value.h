// SPDX-License-Identifier: Apache-2.0
// The value of a stored element in the host's doubles: every number of every format is one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mmasc/unit/format.h"

namespace mmasc {

inline double host_value(const Format& format, std::uint64_t bits) {
  const auto field = [bits](int low, int count) {
    return static_cast<int>((bits >> low) & ((std::uint64_t{1} << count) - 1));
  };
  const int exponent = field(format.exponent_low(), format.exponent_bits);
  const std::uint64_t fraction =
      (bits >> format.fraction_low()) & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const std::uint64_t all_ones = (std::uint64_t{1} << format.fraction_bits) - 1;
  const double sign = format.is_signed() && field(format.sign_low(), 1) == 1 ? -1 : 1;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  if (exponent == format.top_exponent_field()) {
    if (format.specials == Specials::ieee)
      return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : kNan;
    if (format.specials == Specials::nan_all_ones && fraction == all_ones) return kNan;
  }
  if (format.specials == Specials::nan_minus_zero && sign < 0 && exponent == 0 && fraction == 0)
    return kNan;
  const double units = static_cast<double>(fraction);
  if (exponent == 0 && format.has_subnormals)
    return sign * std::ldexp(units, 1 - format.bias - format.fraction_bits);
  return sign * std::ldexp(units + std::ldexp(1.0, format.fraction_bits),
                           exponent - format.bias - format.fraction_bits);
}

// The exponent that a stored number's field stands for; a subnormal's is the least.
inline int stored_exponent(const Format& format, std::uint64_t bits) {
  const int field = static_cast<int>(bits >> format.exponent_low()) & format.top_exponent_field();
  return std::max(field, 1) - format.bias;
}

}  // namespace mmasc
