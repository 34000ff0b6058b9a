// SPDX-License-Identifier: Apache-2.0
// Short texts about a unit, for `list` and `show`.
#pragma once

#include <string>
#include <string_view>

#include "mmasc/presentation/json.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

std::string counted(long long count, std::string_view noun);  // "1 product", "2 products"
std::string shape_text(const TileShape& shape);               // "m64 n8..256:8 k32"
std::string formats_text(const Unit& unit);                   // "e4m3 * e4m3 + f32 -> f32"
std::string evidence_kind(const Instruction& row);            // the strongest
std::string undecided_text(const Undecided& question);
Json json_unit(const Unit& unit);

}  // namespace mmasc
