// SPDX-License-Identifier: Apache-2.0
// An account of a step says what became of each product.
#pragma once

#include <vector>

#include "mmasc/specification/account.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// Each product as a term of the first sum that takes it, where that is a number. Valid as long as
// the step.
std::vector<const AlignedTerm*> aligned_products(const Plan& plan, const ExactStep& step);

}  // namespace mmasc
