// SPDX-License-Identifier: Apache-2.0
// A unit's reduction as a program: its row, and unit.py, which computes any row's d.
#pragma once

#include <string>

#include "mmasc/unit/unit.h"

namespace mmasc {

// Python that needs nothing but its standard library. Its function `dot` takes the bits of the
// operands that the unit has, by their names in vector files, as lists (c alone is none), and
// returns the bits of d; dot_with_flags, of units that raise some, these besides.
std::string reduction_program(const Unit& unit);

}  // namespace mmasc
