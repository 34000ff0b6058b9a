// SPDX-License-Identifier: Apache-2.0
// Operands of a unit each of which one rule decides: a unit with another rule gives another d.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/unit.h"
#include "mmasc/vectors/case.h"

namespace mmasc {

struct TellingCase {
  Case row;           // d is the unit's
  std::string rule;   // a sentence
  std::string other;  // "nearest_even would give `3f800001`"; empty where no rule decides alone
};

// `count` of them, found by a search that is the same everywhere. Each is of another rule as long
// as there are rules that operands show; drawn vectors come last.
std::vector<TellingCase> telling_cases(const Unit& unit, std::size_t count);

}  // namespace mmasc
