// SPDX-License-Identifier: Apache-2.0
#include "batch/grid_rounding.h"

#include <cmath>

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

}  // namespace mmasc::batch
