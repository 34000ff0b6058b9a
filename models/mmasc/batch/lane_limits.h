// SPDX-License-Identifier: Apache-2.0
// Limits within which lanes are exact.
#pragma once

namespace mmasc::batch {

inline constexpr int kExactF32 = 24, kExactF64 = 53;  // bits of a significand

// The exponent of a zero that takes part in no e_max, and the least e_max of any sum; a sum that
// has no greater one has only zero terms.
inline constexpr int kAbsentExponent = -10000;
inline constexpr int kLowestExponent = -600;

// Where int8 holds exponents, those of products lie above this, and those with a zero's code below.
inline constexpr int kAboveZeroCodes = -95;

// The power of two of a zero that takes part nowhere: below every other.
inline constexpr double kAbsentPower = 0x1p-900;

enum class LaneType { f32, f64 };

// Exponents up to here, of either sign, are far from the ends of f64's range.
inline constexpr int kGreatestMagnitude = 500;
constexpr bool in_range(int exponent) {
  return exponent >= -kGreatestMagnitude && exponent <= kGreatestMagnitude;
}

}  // namespace mmasc::batch
