// SPDX-License-Identifier: Apache-2.0
// A magnitude rounded to a format by integer operations on the bits of a double or a float: what
// kernels.h does on vectors, for one element.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "mmasc/unit/format.h"

namespace mmasc {

// Plain data of a format of at most 16 bits that has a sign and a zero, for numbers of type Number.
template <class Number>
struct ElementRounding {
  using Bits = std::conditional_t<sizeof(Number) == 8, std::uint64_t, std::uint32_t>;

  Number greatest = 0;      // number
  Number least_normal = 0;  // number
  Number below_normal = 0;  // added to it, a subnormal number's code is in the low bits
  Bits half = 0;            // of the last fraction bit, less 1
  Bits rebias = 0;          // of the exponent field, in the format's place
  int shift = 0;            // of fraction bits that are dropped
  int sign_low = 0;
  bool has_minus_zero = false;
};

// Whether floats round to the format as doubles do: a number half-way between two elements has 12
// bits at most, and what is below 2^-26 rounds to 0.
constexpr bool rounds_from_f32(const Format& format) {
  return format.fraction_bits <= 10 && format.least_exponent() - format.fraction_bits >= -24 &&
         format.greatest_exponent() <= 100;
}

template <class Number>
constexpr ElementRounding<Number> element_rounding(const Format& format) {
  using Bits = typename ElementRounding<Number>::Bits;
  constexpr int kFraction = std::numeric_limits<Number>::digits - 1;
  constexpr int kBias = std::numeric_limits<Number>::max_exponent - 1;
  const auto power_of_two = [](int exponent) {
    return std::bit_cast<Number>(static_cast<Bits>(exponent + kBias) << kFraction);
  };
  ElementRounding<Number> rounding;
  rounding.shift = kFraction - format.fraction_bits;
  rounding.greatest = static_cast<Number>(format.greatest_significand()) *
                      power_of_two(format.greatest_exponent() - format.fraction_bits);
  rounding.least_normal = power_of_two(format.least_exponent());
  rounding.below_normal = power_of_two(kFraction + format.least_exponent() - format.fraction_bits);
  rounding.half = (Bits{1} << (rounding.shift - 1)) - 1;
  rounding.rebias = static_cast<Bits>(kBias - format.bias) << format.fraction_bits;
  rounding.sign_low = format.sign_low();
  rounding.has_minus_zero = format.has_minus_zero();
  return rounding;
}

// The code without a sign: to nearest even, at most the greatest number. In IEEE 754's default
// mode. A subnormal number is what is left of a sum whose last bit is the format's; a normal one
// carries from its fraction into its exponent as IEEE 754's fields do.
constexpr std::uint64_t rounded_magnitude(const ElementRounding<double>& rounding,
                                          double magnitude) {
  const double within = magnitude < rounding.greatest ? magnitude : rounding.greatest;
  const auto bits = std::bit_cast<std::uint64_t>(within);
  const std::uint64_t last = (bits >> rounding.shift) & 1;
  const std::uint64_t normal = ((bits + rounding.half + last) >> rounding.shift) - rounding.rebias;
  const std::uint64_t subnormal = std::bit_cast<std::uint64_t>(within + rounding.below_normal) -
                                  std::bit_cast<std::uint64_t>(rounding.below_normal);
  return within < rounding.least_normal ? subnormal : normal;
}

}  // namespace mmasc
