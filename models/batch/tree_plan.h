// SPDX-License-Identifier: Apache-2.0
// Plans of any tree of sums whose numbers f64 lanes hold exactly: products of at most 53 bits, sums
// below 2^53 units, every exponent far from the ends of f64's range.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "batch/grid_rounding.h"
#include "spec/plan.h"

namespace mmasc::batch {

struct TreePlan {
  Plan plan;
  GridRounding product, result;
  std::vector<GridRounding> sums;  // one for each of plan.sums, used for those that round
  // One for each of plan.sums: an exact sum of two terms that is rounded at once. However wide it
  // is, the f64 sum rounded to odd rounds to the same number.
  std::vector<bool> adds_to_odd;
};

// The plan for the tree kernel, or the reason why there is none.
std::variant<TreePlan, std::string> make_tree_plan(const Plan& plan);

}  // namespace mmasc::batch
