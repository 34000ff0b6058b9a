// SPDX-License-Identifier: Apache-2.0
// A last sum that has one term, which it passes on to the result's rounding.
#pragma once

#include <optional>
#include <string>

#include "mmasc/unit/unit.h"

namespace mmasc {

// The same unit, where that term is a sum that is rounded later, as it would be at once.
struct RoundedAtOnce {
  std::string sum;
  Unit unit;
};
std::optional<RoundedAtOnce> rounded_at_once(const Unit& unit);

}  // namespace mmasc
