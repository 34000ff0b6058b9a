// SPDX-License-Identifier: Apache-2.0
// A unit's cover points as covergroups of SystemVerilog: one for each stage, one for each lane.
#pragma once

#include <string>
#include <vector>

#include "mmasc/coverage/cover_points.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// `places` are the points that have an event, in the order of the vector `met`, whose bits the
// coverpoints sample. A coverpoint has its point's name, with `_` for a space. A point that cannot
// be reached has none: ignored bins alone would leave it the one that says that it was not met. A
// lane's group crosses the classes of its elements of a and b, as the unit sees them, with those of
// the step's c; a class that no operands bring about has no bin.
std::string covergroups_of(const CoverPoints& points, const std::vector<int>& places,
                           const Plan& plan);

}  // namespace mmasc
