// SPDX-License-Identifier: Apache-2.0
// A unit's reduction as a program: Python that needs nothing but its standard library, made from
// the plan, with the unit's numbers in place and without a branch that the unit does not take.
#pragma once

#include <string>

#include "mmasc/unit/unit.h"

namespace mmasc {

// Its function `dot` takes lists of bits, an argument for each operand that the unit has, in the
// order of vector files (c alone is no list), and returns the bits of d.
std::string reduction_program(const Unit& unit);

// The index of the element of b that a[i] of a sparse a meets: "i // 2 * 4 + metadata[i]".
std::string met_element_text(const Unit& unit);

}  // namespace mmasc
