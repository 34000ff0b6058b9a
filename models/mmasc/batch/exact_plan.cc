// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/exact_plan.h"

#include <bit>

#include "mmasc/batch/lane_limits.h"
#include "mmasc/unit/exact_sums.h"

namespace mmasc::batch {
namespace {

// Why the plan is no exact sum of plain products; empty where it is one.
std::string beyond_exact_products(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  if (m.rounds || m.fixed_point() || m.has_overflow() || m.moves_zero_factors() ||
      m.raises_factors() || m.is_scaled())
    return "products are not plain";
  if (!survives_rounding_to_odd(plan.result)) return "the result has too many bits";
  return beyond_exact_sums(plan);
}

}  // namespace

std::variant<ExactPlan, std::string> make_exact_plan(const Plan& plan) {
  if (auto why = beyond_exact_products(plan); !why.empty()) return why;
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
  exact.zero_sign = plan.sums[plan.sums.size() - 1].zero_sign;
  exact.result = make_grid_rounding(plan.result);
  exact.ending = make_f32_ending(plan.result);
  return exact;
}

}  // namespace mmasc::batch
