// SPDX-License-Identifier: Apache-2.0
// A unit's datapath as a picture: operands at the top, d at the bottom, a band for each stage with
// the widths and the cycle of its registers. Widths and cycles (structural) are the plan's.
#pragma once

#include <string>

#include "mmasc/unit/plan.h"

namespace mmasc {

// The datapath as SVG. Parts that repeat are drawn once or twice and counted.
std::string datapath_svg(const Unit& unit, const Plan& plan);

}  // namespace mmasc
