// SPDX-License-Identifier: Apache-2.0
// Units whose trees anticipate leading zeros.
#pragma once

#include <optional>

#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// The unit with anticipated leading zeros, where its sums have any to anticipate.
inline std::optional<Unit> anticipating(Unit unit) {
  unit.structure.normalizer.leading_zeros = LeadingZeros::anticipated;
  try {
    make_plan(unit);
    return unit;
  } catch (const RowError&) {
    return std::nullopt;
  }
}

}  // namespace mmasc
