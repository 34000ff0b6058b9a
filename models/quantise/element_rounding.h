// SPDX-License-Identifier: Apache-2.0
// A magnitude rounded to a format by integer operations on the bits of a double: what kernels.h
// does on vectors, for one element.
#pragma once

#include <bit>
#include <cstdint>

#include "spec/format.h"

namespace mmasc {

// Plain data of a format of at most 16 bits that has a sign and a zero.
struct ElementRounding {
  double greatest = 0;       // number
  double least_normal = 0;   // number
  double below_normal = 0;   // added to it, a subnormal number's code is in the low bits
  std::uint64_t half = 0;    // of the last fraction bit, less 1
  std::uint64_t rebias = 0;  // of the exponent field, in the format's place
  int shift = 0;             // of fraction bits that are dropped
  int sign_low = 0;
  bool has_minus_zero = false;
};

constexpr ElementRounding element_rounding(const Format& format) {
  constexpr int kFraction = 52, kBias = 1023;
  const auto power_of_two = [](int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kBias) << kFraction);
  };
  ElementRounding rounding;
  rounding.shift = kFraction - format.fraction_bits;
  rounding.greatest = static_cast<double>(format.greatest_significand()) *
                      power_of_two(format.greatest_exponent() - format.fraction_bits);
  rounding.least_normal = power_of_two(format.least_exponent());
  rounding.below_normal = power_of_two(kFraction + format.least_exponent() - format.fraction_bits);
  rounding.half = (std::uint64_t{1} << (rounding.shift - 1)) - 1;
  rounding.rebias = static_cast<std::uint64_t>(kBias - format.bias) << format.fraction_bits;
  rounding.sign_low = format.sign_low();
  rounding.has_minus_zero = format.has_minus_zero();
  return rounding;
}

// The code without a sign: to nearest even, at most the greatest number. In IEEE 754's default
// mode. A subnormal number is what is left of a sum whose last bit is the format's; a normal one
// carries from its fraction into its exponent as IEEE 754's fields do.
constexpr std::uint64_t rounded_magnitude(const ElementRounding& rounding, double magnitude) {
  const double within = magnitude < rounding.greatest ? magnitude : rounding.greatest;
  const auto bits = std::bit_cast<std::uint64_t>(within);
  const std::uint64_t last = (bits >> rounding.shift) & 1;
  const std::uint64_t normal = ((bits + rounding.half + last) >> rounding.shift) - rounding.rebias;
  const std::uint64_t subnormal = std::bit_cast<std::uint64_t>(within + rounding.below_normal) -
                                  std::bit_cast<std::uint64_t>(rounding.below_normal);
  return within < rounding.least_normal ? subnormal : normal;
}

}  // namespace mmasc
