// SPDX-License-Identifier: Apache-2.0
// The operand `random` of one dot-product-add: an element for every stochastic rounding, in the
// order of Plan::random_bits, step by step and then of the addition that takes a late C.
#pragma once

#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

// The bits of each element; empty where no rounding is stochastic. Throws RowError where the unit
// has no plan.
std::vector<int> random_widths(const Unit& unit);

}  // namespace mmasc
