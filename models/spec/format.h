// SPDX-License-Identifier: Apache-2.0
// Floating-point formats: one table, every width a function of it.
//
// A stored element, most significant bit first:
//
//     [ sign ] [ exponent_bits ] [ fraction_bits ] [ ignored_low_bits ]
//
// Sources: IEEE 754-2019 (f64, f32, f16), OCP OFP8 and MX v1.0 (e5m2, e4m3, e3m2, e2m3, e2m1,
// ue8m0), AMD CDNA3 ISA (the fnuz formats), NVIDIA PTX ISA (bf16, tf32, ue4m3).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace mmasc {

enum class Sign { leading, none, ignored };

// Which bit patterns are not numbers.
enum class Specials {
  ieee,            // top exponent: fraction 0 is Inf, otherwise NaN
  nan_all_ones,    // only exponent and fraction all ones is NaN; no Inf
  nan_minus_zero,  // only the pattern of -0 is NaN; no Inf, no -0 (fnuz)
  none,            // every pattern is a number
};

struct Format {
  std::string_view name;
  int exponent_bits;
  int fraction_bits;
  int bias;
  Specials specials;
  Sign sign = Sign::leading;
  bool has_subnormals = true;
  int ignored_low_bits = 0;

  constexpr int sign_bits() const { return sign == Sign::none ? 0 : 1; }
  constexpr int storage_bits() const {
    return sign_bits() + exponent_bits + fraction_bits + ignored_low_bits;
  }
  constexpr int hex_digits() const { return (storage_bits() + 3) / 4; }
  constexpr int fraction_low() const { return ignored_low_bits; }
  constexpr int exponent_low() const { return ignored_low_bits + fraction_bits; }
  constexpr int sign_low() const { return exponent_low() + exponent_bits; }
  constexpr int significand_bits() const { return 1 + fraction_bits; }
  constexpr int top_exponent_field() const { return (1 << exponent_bits) - 1; }

  constexpr bool is_signed() const { return sign == Sign::leading; }
  constexpr bool has_infinity() const { return specials == Specials::ieee; }
  constexpr bool has_nan() const { return specials != Specials::none; }
  constexpr bool has_minus_zero() const {
    return is_signed() && specials != Specials::nan_minus_zero;
  }

  // Exponent of the least normal number, kept by subnormals and zero.
  constexpr int least_exponent() const { return (has_subnormals ? 1 : 0) - bias; }
  // Exponent of the largest finite number.
  constexpr int greatest_exponent() const {
    const bool top_is_special =
        specials == Specials::ieee || (specials == Specials::nan_all_ones && fraction_bits == 0);
    return top_exponent_field() - (top_is_special ? 1 : 0) - bias;
  }
  // Significand of the largest finite number, in units of 2^-fraction_bits.
  constexpr std::uint64_t greatest_significand() const {
    const std::uint64_t all_ones = (std::uint64_t{2} << fraction_bits) - 1;
    return specials == Specials::nan_all_ones && fraction_bits > 0 ? all_ones - 1 : all_ones;
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

  friend constexpr bool operator==(const Format& x, const Format& y) { return x.name == y.name; }
};

inline constexpr std::array kFormats{
    Format{"f64", 11, 52, 1023, Specials::ieee},
    Format{"f32", 8, 23, 127, Specials::ieee},
    Format{.name = "tf32",
           .exponent_bits = 8,
           .fraction_bits = 10,
           .bias = 127,
           .specials = Specials::ieee,
           .ignored_low_bits = 13},
    Format{"bf16", 8, 7, 127, Specials::ieee},
    Format{"f16", 5, 10, 15, Specials::ieee},
    Format{"e5m2", 5, 2, 15, Specials::ieee},
    Format{"e4m3", 4, 3, 7, Specials::nan_all_ones},
    Format{"e5m2fnuz", 5, 2, 16, Specials::nan_minus_zero},
    Format{"e4m3fnuz", 4, 3, 8, Specials::nan_minus_zero},
    Format{"e3m2", 3, 2, 3, Specials::none},
    Format{"e2m3", 2, 3, 1, Specials::none},
    Format{"e2m1", 2, 1, 1, Specials::none},
    Format{"ue8m0", 8, 0, 127, Specials::nan_all_ones, Sign::none, false},
    Format{"ue4m3", 4, 3, 7, Specials::nan_all_ones, Sign::ignored},
};

// Null when no format has that name.
constexpr const Format* find_format(std::string_view name) {
  for (const auto& format : kFormats)
    if (format.name == name) return &format;
  return nullptr;
}

}  // namespace mmasc
