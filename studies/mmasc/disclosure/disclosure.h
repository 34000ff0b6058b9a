// SPDX-License-Identifier: Apache-2.0
// A unit's reduction as one page: parameters, order, roundings, special values, a program, operands
// with results, evidence, the row. Enough to build the unit anew, bit by bit.
#pragma once

#include <cstddef>
#include <string>

#include "mmasc/disclosure/page.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

inline constexpr std::size_t kTellingOperands = 10;

struct DisclosureOrigin {
  std::string unit;     // as a command takes it, quoted for a shell
  std::string version;  // of what made the page
};

Page make_disclosure(const Unit& unit, const DisclosureOrigin& origin,
                     std::size_t telling = kTellingOperands);

}  // namespace mmasc
