// SPDX-License-Identifier: Apache-2.0
// Finite numbers of a format as bit patterns. A magnitude is exponent and fraction as one integer,
// or that of an integer.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mmasc/unit/format.h"

namespace mmasc {

constexpr std::uint64_t sign_mask(const Format& format) {
  return format.is_signed() ? std::uint64_t{1} << format.sign_low() : 0;
}

// The bits that do not change an element's value.
constexpr std::uint64_t ignored_mask(const Format& format) {
  const std::uint64_t low = (std::uint64_t{1} << format.ignored_low_bits) - 1;
  return format.sign == Sign::ignored ? low | std::uint64_t{1} << format.sign_low() : low;
}

// The highest fraction bit of a stored element, which a quiet NaN of IEEE 754 has set. The format
// has fraction bits.
constexpr int quiet_place(const Format& format) { return format.exponent_low() - 1; }
constexpr std::uint64_t quiet_bit(const Format& format) {
  return std::uint64_t{1} << quiet_place(format);
}

// A NaN that has any of these bits set is quiet. Formats that IEEE 754 does not know have quiet
// NaNs alone.
constexpr std::uint64_t quiet_mask(const Format& format) {
  return format.specials == Specials::ieee && format.fraction_bits > 0 ? quiet_bit(format)
                                                                       : format.storage_mask();
}

constexpr std::uint64_t hidden_bit(const Format& format) {
  return std::uint64_t{1} << format.fraction_bits;
}

// The exponent of the largest number's leading bit. The least normal number has least_exponent(),
// and subnormals are below it.
constexpr int greatest_leading_exponent(const Format& format) {
  return format.is_integer() ? format.integer_bits - 1 : format.greatest_exponent();
}

constexpr std::uint64_t greatest_magnitude(const Format& format) {
  if (format.is_integer()) return format.greatest_significand();
  const auto field = static_cast<std::uint64_t>(format.greatest_exponent() + format.bias);
  return field << format.fraction_bits | (format.greatest_significand() & (hidden_bit(format) - 1));
}

// The magnitude of about 2^exponent * 1.fraction: subnormal below the format's least, or 0 where it
// has no subnormals, and at most the greatest number. An integer has no fraction.
constexpr std::uint64_t magnitude_near(const Format& format, int exponent, std::uint64_t fraction) {
  if (format.is_integer())
    return exponent < 0                      ? 0
           : exponent >= format.integer_bits ? greatest_magnitude(format)
                                             : std::uint64_t{1} << exponent;
  if (exponent < format.least_exponent()) {
    const int shift = std::min(format.least_exponent() - exponent, format.fraction_bits + 1);
    return format.has_subnormals ? (hidden_bit(format) | fraction) >> shift : 0;
  }
  const auto field =
      static_cast<std::uint64_t>(std::min(exponent, format.greatest_exponent()) + format.bias);
  return std::min(field << format.fraction_bits | fraction, greatest_magnitude(format));
}

// The element of a magnitude and a sign, which a zero has where the format has -0.
constexpr std::uint64_t number_pattern(const Format& format, bool negative,
                                       std::uint64_t magnitude) {
  if (format.is_integer())
    return (negative && format.is_signed() ? 0 - magnitude : magnitude) & format.storage_mask();
  const bool has_sign = negative && (magnitude != 0 || format.has_minus_zero());
  return magnitude << format.fraction_low() | (has_sign ? sign_mask(format) : 0);
}

}  // namespace mmasc
