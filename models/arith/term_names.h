// SPDX-License-Identifier: Apache-2.0
// What displays call the terms of a plan: "p3" a product, "c", "dot" a sum, "pairs[2]" one of
// several.
#pragma once

#include <string>
#include <vector>

#include "spec/plan.h"

namespace mmasc {

using TermNames = std::vector<std::string>;  // in slot order

// One list for the input of each level, and one for the output of the last.
std::vector<TermNames> term_names(const Plan& plan);

std::string sum_name(const Plan& plan, const SumPlan& sum);

}  // namespace mmasc
