// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "mmasc/cost/cost.h"

namespace mmasc {

// Given the rows' areas and delays: their gates and FO4, and the unit's sums, its slowest row, and
// its delay, which is `delay` or that of this row.
void finish(UnitCost& cost, std::optional<double> delay = std::nullopt);

// The same of a unit whose ranks were moved into its stages: its delay is that of the slowest row,
// or of the path of ready through all ranks.
void finish_retimed(UnitCost& cost, double ready_delay);

}  // namespace mmasc
