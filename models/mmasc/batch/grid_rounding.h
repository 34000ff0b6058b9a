// SPDX-License-Identifier: Apache-2.0
// A rounding to a floating-point format in f64 lanes. Values are exact in f64.
#pragma once

#include <bit>
#include <cstdint>

#include "mmasc/unit/plan.h"

namespace mmasc::batch {

// 2^exponent, from 2^-1022 to 2^1023.
constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

// The alignment roundings of the catalogue's rows have code of their own; any other asks the plan,
// vector by vector.
enum class Alignment { toward_zero, down, of_plan };

struct GridRounding {
  double least_power = 0;  // 2^least exponent: numbers below are subnormal
  double step = 0;         // 2^-fraction bits
  double first_step = 0;   // of the first of two roundings; 0: there is one
  double greatest = 0;     // the greatest number
  Rounding rounding = Rounding::nearest_even;
  Rounding first = Rounding::toward_zero;
  Saturation saturates;
  bool has_infinity = true;
  bool has_minus_zero = true;
  bool keeps_underflow_sign = true;
  bool keeps_prerounding_sign = true;
  Flush flush = Flush::none;
  bool flushes_before_the_least = false;
};

GridRounding make_grid_rounding(const RoundPlan& plan);

// Whether it gives for a number rounded to odd in f64 what it gives for the number itself.
bool survives_rounding_to_odd(const RoundPlan& plan);

// Whether it is IEEE 754's rounding to the nearest f32, but for a flush and a rounding before it.
bool is_ieee_f32(const RoundPlan& plan);

// Whether it truncates to f32's leading bits, at least one of the fraction's: that bit tells a NaN
// from an infinity. Every number that becomes zero keeps its sign, or every one becomes +0.
bool truncates_to_f32(const RoundPlan& plan);

// A rounding to f32 that cuts low bits of the f64 number and then converts it: first the processor
// adds `carry` to the bits of a negative number, then it clears those that `mask` has not.
struct F32Ending {
  bool exists = false;
  std::uint64_t carry = 0, mask = ~std::uint64_t{0};
  bool takes_subnormals = false;  // results below 2^-126 too
};
F32Ending make_f32_ending(const RoundPlan& plan);

// Whether lanes of f32 take the format's elements: of at most 32 bits, with a zero, and all its
// numbers numbers of f32.
constexpr bool fits_f32(const Format& format) {
  return !format.is_integer() && format.storage_bits() <= 32 && format.has_zero() &&
         format.fraction_bits <= 23 && format.exponent_bits <= 8 &&
         format.least_exponent() >= -126 && format.greatest_exponent() <= 127;
}

// Whether f32 holds the numbers of a scale's format, subnormals among them.
constexpr bool scale_fits_f32(const Format& format) {
  return format.fraction_bits <= 23 && format.least_exponent() - format.fraction_bits >= -149 &&
         format.greatest_exponent() <= 127;
}

}  // namespace mmasc::batch
