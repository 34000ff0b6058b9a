// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mmasc/cost/cost.h"

namespace mmasc {

// Given the stages' areas and delays: their gates and FO4, and the unit's sums and longest delay.
void finish(UnitCost& cost);

}  // namespace mmasc
