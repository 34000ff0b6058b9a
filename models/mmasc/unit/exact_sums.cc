// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/exact_sums.h"

#include <algorithm>

namespace mmasc {
namespace {

const SumPlan& root_of(const Plan& plan) { return plan.sums[plan.sums.size() - 1]; }

SumPlan without_exact_zeros(SumPlan sum) {
  sum.total.cancelled = Cancelled::number;
  return sum;
}

}  // namespace

bool keeps_value(const SumPlan& sum) { return without_exact_zeros(sum).is_plain(); }

bool zeros_are_those_of_one_sum(const Plan& plan) {
  const SumPlan& root = root_of(plan);
  return root.zero_sign == ZeroSign::plus ||
         (!root.rounds_down && std::ranges::all_of(plan.sums, [](const SumPlan& sum) {
           return sum.zero_sign == ZeroSign::ieee;
         }));
}

std::string beyond_exact_sums(const Plan& plan) {
  for (const SumPlan& sum : plan.sums) {
    if (!sum.exact) return "a sum is not exact";
    if (sum.rounds || sum.has_exponent_floor) return "a sum is more than the sum of its terms";
    if (auto why = beyond_alignment(plan, without_exact_zeros(sum)); !why.empty()) return why;
  }
  return zeros_are_those_of_one_sum(plan) ? "" : "zeros show in which sum they are";
}

}  // namespace mmasc
