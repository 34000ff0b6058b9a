// SPDX-License-Identifier: Apache-2.0
// What a point's unit is as hardware, as numbers of a result.
#pragma once

#include "sweep/points.h"
#include "sweep/results.h"

namespace mmasc {

NamedNumbers widths_of(const PlannedUnit& unit);
PointCost estimated_cost(const PlannedUnit& unit);

}  // namespace mmasc
