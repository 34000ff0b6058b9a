// SPDX-License-Identifier: Apache-2.0
// The fields of a unit that change bits, with their values and what they mean in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

struct FieldValue {
  std::string path;   // as --set takes it: "dot.fraction_bits"
  std::string value;  // its default, too
};

// All of the datapath; of the instruction those that are set. Left out are fields that mean nothing
// beside others, as the rounding of a sum that does not round.
std::vector<FieldValue> field_values(const Unit& unit);

// The words of a path, whatever its sum is called: "fraction bits kept below e_max". Empty where
// there is none.
std::string_view field_meaning(std::string_view path);

// Paths with "sum" for the name of a sum and "term" for one of its terms, as meanings have them.
std::string common_path(std::string_view path);

}  // namespace mmasc
