// SPDX-License-Identifier: Apache-2.0
// Rows that differ from one in one field. Which fields there are, and what each may be, follows
// from their descriptions (unit/fields.h): a new field is moved without a line here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc::identify {

struct Move {
  std::string field;  // "dot.fraction_bits", "result.rounding"
  std::string value;  // what it becomes, as a row has it; "none": the field is left out
  std::function<void(Unit&)> apply;
  std::optional<int> number = std::nullopt;  // that the field becomes, where it takes numbers

  Unit of(Unit unit) const {
    apply(unit);
    return unit;
  }
};

enum class Reach {
  next,   // numbers one on, and every other value of what has names
  near,   // numbers a few on, and those that formats make likely
  all,    // every number that is likely to matter
  every,  // every number that the field takes
};

// `nans` are words that d may be where it is NaN. What no plan can be made of is among the moves.
std::vector<Move> moves_of(const Unit& unit, Reach reach, const std::vector<std::uint64_t>& nans);

}  // namespace mmasc::identify
