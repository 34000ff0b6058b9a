// SPDX-License-Identifier: Apache-2.0
// A datapath drawn as the tree it is: d at the top, then the sums, down to the products and c.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

std::vector<std::string> sum_tree(const Unit& unit, const Plan& plan);

}  // namespace mmasc
