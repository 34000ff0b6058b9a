// SPDX-License-Identifier: Apache-2.0
// Exact sums, and exact sums of exact sums, which are one sum of all that they add.
#pragma once

#include <string>

#include "mmasc/unit/plan.h"

namespace mmasc {

// The sum's value is that of its aligned terms. Where that is 0, it may be an exact zero.
bool keeps_value(const SumPlan& sum);

// Whether a root that is an exact zero, or is 0, has the sign that one sum of all terms would give
// it. Needs sums that keep their values and of which none is negated: the sign of a sum that goes
// on is a zero's like any other, and -0 where it cancels and is rounded down.
bool zeros_are_those_of_one_sum(const Plan& plan);

// The first reason why the sums do not add up to the exact sum of all products and c, with the sign
// of zero that one sum has; empty where they do.
std::string beyond_exact_sums(const Plan& plan);

}  // namespace mmasc
