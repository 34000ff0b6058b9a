// SPDX-License-Identifier: Apache-2.0
// What lanes hold exactly.
#pragma once

namespace mmasc::batch {

inline constexpr int kExactF32 = 24, kExactF64 = 53;  // bits of a significand

// Exponents up to here, of either sign, are far from the ends of f64's range.
inline constexpr int kGreatestMagnitude = 500;
constexpr bool in_range(int exponent) {
  return exponent >= -kGreatestMagnitude && exponent <= kGreatestMagnitude;
}

}  // namespace mmasc::batch
