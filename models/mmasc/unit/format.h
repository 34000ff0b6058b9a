// SPDX-License-Identifier: Apache-2.0
// A number format: every width a function of its fields. Formats by name: mmasc/unit/formats.h.
//
// A stored floating-point element, most significant bit first:
//
//     [ sign ] [ exponent_bits ] [ fraction_bits ] [ ignored_low_bits ]
//
// An integer has integer_bits in place of all these but the sign, and is two's complement where it
// has one. It is a number of exponent 0 without fraction bits: all integers have one exponent.
#pragma once

#include <cstdint>
#include <string_view>

namespace mmasc {

enum class Sign { leading, none, ignored };

// The bit patterns that are not numbers.
enum class Specials {
  ieee,            // top exponent: fraction 0 is Inf, otherwise NaN
  nan_all_ones,    // only exponent and fraction all ones is NaN; no Inf
  nan_minus_zero,  // only the pattern of -0 is NaN; no Inf, no -0 (fnuz)
  none,            // every pattern is a number
};

// Plain data, of which device code and plans hold copies; the name's letters live elsewhere.
struct Format {
  std::string_view name;
  int exponent_bits = 0;
  int fraction_bits = 0;
  int bias = 0;
  Specials specials = Specials::ieee;
  Sign sign = Sign::leading;
  bool has_subnormals = true;
  int ignored_low_bits = 0;
  int integer_bits = 0;  // of an integer, beside its sign; then all other widths are 0, and bias 1

  constexpr bool is_integer() const { return integer_bits > 0; }
  constexpr int sign_bits() const { return sign == Sign::none ? 0 : 1; }
  constexpr int storage_bits() const {
    return sign_bits() + integer_bits + exponent_bits + fraction_bits + ignored_low_bits;
  }
  constexpr int hex_digits() const { return (storage_bits() + 3) / 4; }
  constexpr int fraction_low() const { return ignored_low_bits; }
  constexpr int exponent_low() const { return ignored_low_bits + fraction_bits; }
  constexpr int sign_low() const { return exponent_low() + exponent_bits + integer_bits; }
  // The bits of a magnitude, with a float's hidden bit. The least integer of two's complement has
  // one bit more than the greatest.
  constexpr int significand_bits() const {
    return is_integer() ? storage_bits() : 1 + fraction_bits;
  }
  constexpr int top_exponent_field() const { return (1 << exponent_bits) - 1; }

  constexpr bool is_signed() const { return sign == Sign::leading; }
  constexpr bool has_infinity() const { return specials == Specials::ieee; }
  constexpr bool has_nan() const { return specials != Specials::none; }
  constexpr bool has_zero() const { return has_subnormals; }
  // A sign bit makes of zero, or of the least number where there is no zero, its negative.
  constexpr bool has_minus_zero() const {
    return is_signed() && specials != Specials::nan_minus_zero && !is_integer();
  }

  // Exponent of the least normal number, kept by subnormals and zero.
  constexpr int least_exponent() const { return (has_subnormals ? 1 : 0) - bias; }
  // Exponent of the largest finite number.
  constexpr int greatest_exponent() const {
    if (is_integer()) return least_exponent();
    const bool top_is_special =
        specials == Specials::ieee || (specials == Specials::nan_all_ones && fraction_bits == 0);
    return top_exponent_field() - (top_is_special ? 1 : 0) - bias;
  }
  // As a normal number.
  constexpr bool has_one() const { return least_exponent() <= 0 && greatest_exponent() >= 0; }
  // Significand of the largest finite number, in units of 2^-fraction_bits.
  constexpr std::uint64_t greatest_significand() const {
    if (is_integer()) return (std::uint64_t{1} << integer_bits) - 1;
    const std::uint64_t all_ones = (std::uint64_t{2} << fraction_bits) - 1;
    return specials == Specials::nan_all_ones && fraction_bits > 0 ? all_ones - 1 : all_ones;
  }
  // The same of the negative number of the largest magnitude; 0 where there is none.
  constexpr std::uint64_t greatest_negative_significand() const {
    if (!is_signed()) return 0;
    return greatest_significand() + (is_integer() ? 1 : 0);
  }
  constexpr std::uint64_t storage_mask() const {
    return storage_bits() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << storage_bits()) - 1;
  }
  // The quiet NaN with nothing but the top fraction bit set; all ones or minus zero where that is
  // the NaN.
  constexpr std::uint64_t default_nan() const {
    const std::uint64_t top = std::uint64_t(top_exponent_field()) << exponent_low();
    switch (specials) {
      case Specials::ieee:
        return top | (std::uint64_t{1} << (exponent_low() - 1));
      case Specials::nan_all_ones:
        return top | (((std::uint64_t{1} << fraction_bits) - 1) << fraction_low());
      case Specials::nan_minus_zero:
        return std::uint64_t{1} << sign_low();
      case Specials::none:
        return 0;
    }
    return 0;
  }

  // Formats are equal where bits mean the same; names are not compared.
  friend constexpr bool operator==(const Format& x, const Format& y) {
    return x.exponent_bits == y.exponent_bits && x.fraction_bits == y.fraction_bits &&
           x.bias == y.bias && x.specials == y.specials && x.sign == y.sign &&
           x.has_subnormals == y.has_subnormals && x.ignored_low_bits == y.ignored_low_bits &&
           x.integer_bits == y.integer_bits;
  }
};

}  // namespace mmasc
