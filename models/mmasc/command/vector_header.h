// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "mmasc/unit/unit.h"
#include "mmasc/unit/unit_argument.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// A file for vectors of the unit, without any yet. Where the catalogue has no such row, its line
// `unit` says what was typed to get the unit.
VectorFile vector_file_of(const Unit& unit, const UnitArgument& typed, std::string provenance);

}  // namespace mmasc
