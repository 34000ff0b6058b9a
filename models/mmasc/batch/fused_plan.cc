// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/fused_plan.h"

#include <algorithm>

#include "mmasc/batch/lane_limits.h"

namespace mmasc::batch {
namespace {

int zero_exponent_of(const AddendGroup& group, int own) {
  return group.zero_in_e_max(own).value_or(kAbsentExponent);
}

// Why the plan is no single fused sum; empty where it is one.
std::string other_shape(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  if (plan.sums.size() != 1) return "more than one sum";
  if (m.rounds) return "products are rounded";
  if (m.fixed_point()) return "products are fixed-point numbers";
  if (m.has_overflow()) return "products overflow";
  if (m.moves_zero_factors()) return "a factor that is 0 has an exponent of its own";
  if (m.raises_factors()) return "exponents of factors are coarse";
  for (const ScalePlan& scale : m.scales) {
    if (scale.format.fraction_bits > 0) return "scales have a significand";
    if (scale.format.has_zero()) return "scales have a zero";
  }
  if (m.lanes_scaled_alike() < m.lanes) return "a step has more than one scale";
  const SumPlan& sum = plan.sums[0];
  if (sum.zero_sign != ZeroSign::plus) return "zeros have IEEE signs";
  if (sum.rounds) return "the sum is rounded before the result is";
  if (sum.group_count != 2) return "the products are aligned in more than one way";
  return beyond_alignment(plan);
}

// Why f64 lanes do not hold the plan's numbers exactly; empty where they do.
std::string beyond_f64(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  const SumPlan& sum = plan.sums[0];
  for (const Format* format : {&m.a, &m.b, &m.c, &plan.d})
    if (!fits_f32(*format)) return std::string(format->name) + " operands";
  if (sum.sum_bits > kExactF64)
    return "sums of " + std::to_string(sum.sum_bits) + " bits; f64 lanes hold 53";
  for (const AddendGroup& group : plan.groups)
    if (!in_range(group.zero_in_e_max(0).value_or(0)))
      return "an exponent of zeros far beyond f64's";
  if (!in_range(m.product.exponent_min) || !in_range(m.product.exponent_max) ||
      (sum.has_exponent_floor && !in_range(sum.exponent_floor)))
    return "exponents far beyond f64's";
  return {};
}

// Why f32 lanes do not hold the plan's products; empty where they do.
std::string beyond_f32(const FusedPlan& fused, const MultiplierPlan& m) {
  if (fused.alignment_rounding != Rounding::toward_zero)
    return "alignment_rounding = " + std::string(name_of(fused.alignment_rounding));
  return products_beyond_f32(m, fused.fraction_bits, fused.lanes, kMostPartialSums);
}

// Sets whether a step's end stays in f32 lanes: its sum, in ulps, is an int32, and
//
//     2^(F - e_max), which aligns c, and the ulp 2^(e_max - F)
//
// are normal numbers from kAboveZeroCodes on, as far as no sum reaches 2^128. Where e_max is less
// all products are zero.
void end_in_f32(FusedPlan& fused) {
  int given = std::max(fused.least_exponent, fused.zero_exponent);
  if (fused.c_zero_exponent == fused.c_least_exponent)
    given = std::max(given, fused.c_least_exponent);
  const int least = std::max(given, kAboveZeroCodes);
  fused.f32_least_exponent = least;
  fused.tiny_c_ends_in_f64 = least > given;
  fused.ends_in_f32 = fused.lane_type == LaneType::f32 && fused.truncates_to_f32 &&
                      !fused.has_scales && !fused.looks_for_zeros &&
                      fused.c_least_exponent <= least && fused.c_zero_exponent <= least &&
                      least <= fused.greatest_safe_exponent;
}

}  // namespace

int addends_in_int32(const MultiplierPlan& m, int fraction_bits) {
  const auto greatest = [](const Format& format) {
    return (std::uint64_t{2} << format.fraction_bits) - 1;
  };
  if (m.a.significand_bits() + m.b.significand_bits() > kExactF32 || fraction_bits > 29) return 0;
  const int left = m.a.fraction_bits + m.b.fraction_bits - fraction_bits;
  const std::uint64_t product = greatest(m.a) * greatest(m.b);
  const std::uint64_t addend = left >= 0 ? (product >> left) + 1 : product << -left;
  return static_cast<int>(
      std::min<std::uint64_t>(((std::uint64_t{1} << 31) - 1) / addend, kMaxLanes));
}

std::string products_beyond_f32(const MultiplierPlan& m, int fraction_bits, int addends,
                                int partial_sums) {
  const int bits = m.a.significand_bits() + m.b.significand_bits();
  if (bits > kExactF32) return "products of " + std::to_string(bits) + " bits; f32 holds 24";
  if (fraction_bits < 0 || addends_in_int32(m, fraction_bits) * partial_sums < addends)
    return std::to_string(fraction_bits) + " fraction bits; int32 holds too few addends";
  const int low = m.a.least_exponent() + m.b.least_exponent();
  const int high = m.a.greatest_exponent() + m.b.greatest_exponent();
  // The least aligned product, where e_max is so large that all of them align to nothing.
  const int least = low - (m.a.fraction_bits + m.b.fraction_bits) - (high + 3);
  if (low <= kAboveZeroCodes || high > 90 || fraction_bits - low > 126 || least < -126 ||
      m.a.greatest_exponent() >= 24 || m.b.greatest_exponent() >= 24)
    return "products' exponents from " + std::to_string(low) + " to " + std::to_string(high) +
           "; aligned they leave f32's";
  return {};
}

std::variant<FusedPlan, std::string> make_fused_plan(const Plan& plan) {
  if (auto why = other_shape(plan); !why.empty()) return why;
  if (auto why = beyond_f64(plan); !why.empty()) return why;
  const MultiplierPlan& m = plan.multiplier;
  const SumPlan& sum = plan.sums[0];
  const auto groups = groups_of(plan, sum);
  const bool products_first = groups.front().first_slot == 0;
  const AddendGroup& products = products_first ? groups.front() : groups.back();
  const AddendGroup& c = products_first ? groups.back() : groups.front();
  if (products.first_slot != 0 || products.count != m.lanes || c.first_slot != m.lanes)
    return "the sum does not take all products";

  FusedPlan fused;
  fused.a = m.a;
  fused.b = m.b;
  fused.c = m.c;
  fused.flush_inputs = m.flush_inputs;
  fused.lanes = m.lanes;
  fused.has_scales = m.is_scaled();
  fused.fraction_bits = products.fraction_bits;
  fused.alignment_rounding = products.alignment_rounding;
  fused.zeros_keep_exponent = products.own_zero_exponent();
  fused.zero_exponent = zero_exponent_of(products, kAbsentExponent);
  fused.looks_for_zeros = fused.zero_exponent > m.product.exponent_min;
  fused.c_fraction_bits = c.fraction_bits;
  fused.c_alignment_rounding = c.alignment_rounding;
  fused.c_least_exponent = m.c.least_exponent();
  fused.c_zero_exponent = zero_exponent_of(c, fused.c_least_exponent);
  if (sum.has_exponent_floor) fused.least_exponent = sum.exponent_floor;
  fused.greatest_safe_exponent = 128 - sum.output.integer_bits();
  fused.product_exponent_min = m.a.least_exponent() + m.b.least_exponent();
  fused.product_exponent_max = m.a.greatest_exponent() + m.b.greatest_exponent();
  fused.addends_in_int32 = addends_in_int32(m, fused.fraction_bits);
  fused.result = make_grid_rounding(plan.result);
  const RoundPlan& result = plan.result;
  fused.result_fraction_bits = result.fraction_bits;
  fused.truncates_to_f32 = truncates_to_f32(result) &&
                           c.alignment_rounding == Rounding::toward_zero &&
                           c.fraction_bits == products.fraction_bits;
  fused.beyond_f32 = beyond_f32(fused, m);
  fused.lane_type = fused.beyond_f32.empty() ? LaneType::f32 : LaneType::f64;
  end_in_f32(fused);
  return fused;
}

}  // namespace mmasc::batch
