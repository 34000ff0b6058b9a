// SPDX-License-Identifier: Apache-2.0
#include "batch/grid_rounding.h"

#include <cmath>

#include "spec/formats.h"

namespace mmasc::batch {

GridRounding make_grid_rounding(const RoundPlan& plan) {
  GridRounding grid;
  grid.least_power = std::ldexp(1.0, plan.least_exponent);
  grid.step = std::ldexp(1.0, -plan.fraction_bits);
  if (plan.prerounding_fraction_bits > 0)
    grid.prerounding_step = std::ldexp(1.0, -plan.prerounding_fraction_bits);
  grid.greatest = std::ldexp(static_cast<double>(plan.greatest_significand),
                             plan.greatest_exponent - plan.fraction_bits);
  grid.rounding = plan.rounding;
  grid.prerounding = plan.prerounding;
  grid.saturates = plan.saturates;
  grid.has_infinity = plan.has_infinity;
  grid.has_minus_zero = plan.has_minus_zero;
  grid.keeps_underflow_sign = plan.keeps_underflow_sign;
  grid.flush = plan.flush;
  return grid;
}

bool is_ieee_f32(const RoundPlan& plan) {
  const Format& f32 = format_named("f32");
  return plan.fraction_bits == f32.fraction_bits && plan.rounding == Rounding::nearest_even &&
         plan.prerounding_fraction_bits == 0 && plan.least_exponent == f32.least_exponent() &&
         plan.greatest_exponent == f32.greatest_exponent() &&
         plan.greatest_significand == f32.greatest_significand() && !plan.saturates &&
         plan.has_infinity && plan.has_minus_zero && plan.keeps_underflow_sign;
}

}  // namespace mmasc::batch
