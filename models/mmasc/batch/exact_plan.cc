// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/exact_plan.h"

#include <bit>

#include "mmasc/batch/lane_limits.h"

namespace mmasc::batch {
namespace {

// Why the plan is no single exact sum; empty where it is one.
std::string beyond_one_exact_sum(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  const SumPlan& sum = plan.sums[0];
  if (plan.sums.size() != 1) return "more than one sum";
  if (!sum.exact) return "the sum is not exact";
  if (sum.addend_count != m.lanes + 1) return "the sum does not take all products";
  if (m.rounds || m.fixed_point() || m.has_overflow() || m.moves_zero_factors() ||
      m.raises_factors() || m.is_scaled())
    return "products are not plain";
  if (sum.rounds || sum.has_exponent_floor) return "the sum is more than the sum of its terms";
  if (sum.zero_sign == ZeroSign::ieee && sum.rounds_down) return "zeros of sums rounded down";
  if (!survives_rounding_to_odd(plan.result)) return "the result has too many bits";
  return beyond_alignment(plan);
}

}  // namespace

std::variant<ExactPlan, std::string> make_exact_plan(const Plan& plan) {
  if (auto why = beyond_one_exact_sum(plan); !why.empty()) return why;
  const MultiplierPlan& m = plan.multiplier;
  for (const Format* format : {&m.a, &m.b, &m.c, &plan.d})
    if (!fits_f32(*format)) return std::string(format->name) + " operands";
  const TermWidths& product = m.product;
  if (product.magnitude_bits > kExactF64 || !in_range(product.exponent_min) ||
      !in_range(product.exponent_max))
    return "products beyond f64 lanes";

  ExactPlan exact;
  exact.lanes = m.lanes;
  exact.window = kExactF64 - product.magnitude_bits -
                 static_cast<int>(std::bit_width(static_cast<unsigned>(m.lanes - 1)));
  exact.zero_sign = plan.sums[0].zero_sign;
  exact.result = make_grid_rounding(plan.result);
  exact.ending = make_f32_ending(plan.result);
  return exact;
}

}  // namespace mmasc::batch
