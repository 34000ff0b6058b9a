// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mmasc/cost/cost.h"

namespace mmasc {

// Given the rows' areas and delays: their gates and FO4, and the unit's sums, its slowest row, and
// its delay, which is `delay` or that of this row.
void finish(UnitCost& cost, std::optional<double> delay = std::nullopt);

}  // namespace mmasc
