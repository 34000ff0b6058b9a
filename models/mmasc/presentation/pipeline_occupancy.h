// SPDX-License-Identifier: Apache-2.0
// The contents of a simulated pipeline's registers as a picture: cycles from left to right, stages
// from top to bottom, operations by colour.
#pragma once

#include <string>

#include "mmasc/arith/occupancy.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// The occupancy as SVG, for a batch of so many operations. If there are many cycles, the first and
// the last are drawn. Cycles are structural.
std::string occupancy_svg(const Unit& unit, const Occupancy& occupancy, std::uint64_t operations);

}  // namespace mmasc
