// SPDX-License-Identifier: Apache-2.0
// Published recordings hold every element as a float32 pattern; this takes them back to the format
// they are exact in. Kept apart from the models' arithmetic, which the recordings are to test.
#pragma once

#include <cstdint>

#include "mmasc/unit/format.h"

namespace mmasc {

struct FromF32 {
  std::uint64_t bits;
  bool exact;  // `bits` widen to the same float32 pattern
};

// Rounds to nearest even. Beyond the largest number: infinity, or the NaN of a format without one.
FromF32 from_f32(std::uint32_t f32, const Format& to);

}  // namespace mmasc
