// SPDX-License-Identifier: Apache-2.0
// Plans whose root is the exact sum of products and c, rounded once, however far apart these lie.
// f64 lanes hold each product exactly, and the sum rounded to odd.
#pragma once

#include <string>
#include <variant>

#include "mmasc/batch/grid_rounding.h"
#include "mmasc/unit/plan.h"

namespace mmasc::batch {

struct ExactPlan {
  int lanes = 0;
  // Products whose exponents (but zeros') lie at most so far apart have a sum that f64 holds.
  int window = 0;
  ZeroSign zero_sign = ZeroSign::plus;
  GridRounding result;
  F32Ending ending;
};

// The plan for exact sums, or the reason why there is none.
std::variant<ExactPlan, std::string> make_exact_plan(const Plan& plan);

}  // namespace mmasc::batch
