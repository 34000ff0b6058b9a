// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/grid_rounding.h"

#include <algorithm>
#include <cmath>

#include "mmasc/batch/lane_limits.h"
#include "mmasc/unit/formats.h"

namespace mmasc::batch {
namespace {

bool keeps_signs_of_zero(const RoundPlan& plan) {
  return plan.keeps_underflow_sign && plan.keeps_prerounding_sign;
}
bool drops_signs_of_zero(const RoundPlan& plan) {
  return !plan.keeps_underflow_sign && !plan.keeps_prerounding_sign;
}

}  // namespace

GridRounding make_grid_rounding(const RoundPlan& plan) {
  GridRounding grid;
  grid.least_power = std::ldexp(1.0, plan.least_exponent);
  grid.step = std::ldexp(1.0, -plan.fraction_bits);
  if (plan.rounds_twice()) grid.first_step = std::ldexp(1.0, -plan.first_cut().fraction_bits);
  grid.greatest = std::ldexp(static_cast<double>(plan.greatest_significand),
                             plan.greatest_exponent - plan.fraction_bits);
  grid.rounding = plan.rounding;
  grid.first = plan.first_cut().rounding;
  grid.saturates = plan.saturates;
  grid.has_infinity = plan.has_infinity;
  grid.has_minus_zero = plan.has_minus_zero;
  grid.keeps_underflow_sign = plan.keeps_underflow_sign;
  grid.keeps_prerounding_sign = plan.keeps_prerounding_sign;
  grid.flush = plan.flush;
  grid.flushes_before_the_least = plan.flushes_before_the_least();
  return grid;
}

bool survives_rounding_to_odd(const RoundPlan& plan) {
  return plan.deepest_fraction_bits() + 3 <= kExactF64;
}

bool is_ieee_f32(const RoundPlan& plan) {
  const Format& f32 = format_named("f32");
  return plan.fraction_bits == f32.fraction_bits && plan.rounding == Rounding::nearest_even &&
         plan.least_exponent == f32.least_exponent() &&
         plan.greatest_exponent == f32.greatest_exponent() &&
         plan.greatest_significand == f32.greatest_significand() && !plan.saturates.any() &&
         plan.has_infinity && plan.has_minus_zero && keeps_signs_of_zero(plan);
}

bool truncates_to_f32(const RoundPlan& plan) {
  const Format& f32 = format_named("f32");
  return plan.fraction_bits > 0 && plan.rounding == Rounding::toward_zero && !plan.rounds_twice() &&
         plan.least_exponent == f32.least_exponent() &&
         plan.greatest_exponent == f32.greatest_exponent() && !plan.saturates.any() &&
         plan.has_infinity && plan.has_minus_zero && !plan.flushes() &&
         (keeps_signs_of_zero(plan) || drops_signs_of_zero(plan));
}

F32Ending make_f32_ending(const RoundPlan& plan) {
  constexpr int kF64FractionBits = kExactF64 - 1;
  const bool converts = is_ieee_f32(plan) && !plan.flushes();
  if (converts && !plan.rounds_twice()) return {.exists = true, .takes_subnormals = true};
  const auto [fraction_bits, cut] = plan.first_cut();
  if (!(converts || truncates_to_f32(plan)) || fraction_bits > kF64FractionBits ||
      (cut != Rounding::toward_zero && cut != Rounding::down))
    return {};
  const std::uint64_t lost = (std::uint64_t{1} << (kF64FractionBits - fraction_bits)) - 1;
  return {.exists = true, .carry = cut == Rounding::down ? lost : 0, .mask = ~lost};
}

}  // namespace mmasc::batch
