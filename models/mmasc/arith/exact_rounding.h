// SPDX-License-Identifier: Apache-2.0
// The roundings of exact numbers, for what follows an operation beside the stages.
#pragma once

#include <cstdint>

#include "mmasc/unit/rounding.h"

namespace mmasc {

// Whether a magnitude of which `lost` are cut off, 0 <= lost < 2^distance, goes up by one in its
// last bit, which is `odd` or not. `random`: the bits that a stochastic rounding draws.
template <class Integer>
constexpr bool increments(Rounding rounding, bool negative, bool odd, const Integer& lost,
                          int distance, std::uint32_t random = 0) {
  if (distance <= 0) return false;
  const Integer half = Integer(1) << (distance - 1);
  return increments(rounding.mode, [&](RoundingBit bit) {
    switch (bit) {
      case RoundingBit::negative:
        return negative;
      case RoundingBit::odd:
        return odd;
      case RoundingBit::guard:
        return lost >= half;
      case RoundingBit::sticky:
        return lost != 0 && lost != half;
      case RoundingBit::carry: {
        const int below = distance - rounding.random_bits;  // the bits ignored, or padded
        const Integer highest = below >= 0 ? Integer(lost >> below) : Integer(lost << -below);
        return (Integer(highest + random) >> rounding.random_bits) != 0;
      }
      case RoundingBit::inexact:
      case RoundingBit::none:
        break;
    }
    return lost != 0;
  });
}

}  // namespace mmasc
