// SPDX-License-Identifier: Apache-2.0
#include "sweep/point_cost.h"

namespace mmasc {

NamedNumbers widths_of(const PlannedUnit&) { return {}; }
std::optional<PointCost> estimated_cost(const PlannedUnit&) { return std::nullopt; }

}  // namespace mmasc
