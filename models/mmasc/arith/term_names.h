// SPDX-License-Identifier: Apache-2.0
// The names of a plan's terms: "p0", "p1", ... for products, "c", and sums by their names.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

// "dot"; "pairs[3]" where several sums of the plan have the name.
std::string sum_name(const Plan& plan, const SumPlan& sum);

struct TermNames {
  std::vector<std::string> products;
  std::vector<std::vector<std::string>> terms;  // of each sum, in Plan::sums' order
};
// Products by their lanes, or by the names given.
TermNames term_names(const Plan& plan, std::vector<std::string> products = {});

}  // namespace mmasc
