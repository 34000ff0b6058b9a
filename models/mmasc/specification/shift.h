// SPDX-License-Identifier: Apache-2.0
// A magnitude shifted right and rounded, with every bit that is cut off.
//
//     magnitude * 2^unit   [ k k k k k k | l l l l ]
//                                         distance     kept = k..., plus one where incremented
#pragma once

#include <cstdint>

#include "mmasc/specification/dyadic.h"
#include "mmasc/unit/rounding.h"

namespace mmasc {

struct ExactShift {
  bool negative = false;  // directed roundings ask
  BigInt magnitude;
  int unit = 0;
  int distance = 0;  // bits; negative: to the left, nothing is lost
  Rounding rounding = Rounding::toward_zero;
  std::uint32_t random = 0;  // drawn, where stochastic
  BigInt kept, lost;
  bool incremented = false;

  Dyadic dropped() const;  // signed: lost, less what the increment gave
};

// The magnitude is not negative. `random`: as many bits as a stochastic rounding draws.
ExactShift shift_and_round(const Dyadic& magnitude, bool negative, int distance, Rounding rounding,
                           std::uint32_t random = 0);

}  // namespace mmasc
