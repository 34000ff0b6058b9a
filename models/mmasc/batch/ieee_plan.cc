// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/ieee_plan.h"

#include <algorithm>

#include "mmasc/batch/grid_rounding.h"
#include "mmasc/batch/lane_limits.h"

namespace mmasc::batch {
namespace {

constexpr int kLeastF32 = -126, kGreatestF32 = 127, kF32FractionBits = 23;

bool is_rounded_once(const RoundPlan& round) { return is_ieee_f32(round) && !round.rounds_twice(); }

bool is_exact_in_f32(const TermWidths& product) {
  return product.magnitude_bits <= kExactF32 &&
         product.exponent_min - product.fraction_bits >= -149 &&
         product.exponent_max + product.integer_bits() <= kGreatestF32 + 1;
}

bool is_ieee_sum(const Plan& plan, const SumPlan& sum, bool is_root) {
  if (!beyond_alignment(plan, sum).empty()) return false;
  if (!sum.exact || sum.addend_count != 2 || sum.has_exponent_floor) return false;
  if (sum.zero_sign != ZeroSign::ieee) return false;
  if (!sum.rounds) return is_root;
  return is_rounded_once(sum.round) && sum.round.flush == plan.result.flush;
}

// The power of two of which every product is a multiple.
int unit_of(const MultiplierPlan& m) {
  return m.a.least_exponent() - m.a.fraction_bits + m.b.least_exponent() - m.b.fraction_bits;
}

}  // namespace

std::variant<IeeePlan, std::string> make_ieee_plan(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  for (const Format* format : {&m.a, &m.b, &m.c})
    if (!fits_f32(*format)) return std::string(format->name) + " operands";
  if (m.fixed_point() || m.is_scaled() || m.infinity_at != kNoLimit)
    return "products are not those of IEEE 754";
  if (!is_rounded_once(plan.result)) return "the result is not rounded to the nearest f32";
  for (int i = 0; i < plan.sums.size(); ++i)
    if (!is_ieee_sum(plan, plan.sums[i], i + 1 == plan.sums.size()))
      return "sum " + std::string(plan.sums[i].name.view()) + " is not IEEE's of two terms";

  IeeePlan ieee;
  ieee.lanes = m.lanes;
  ieee.flush = plan.result.flush;
  if (!m.rounds && !is_exact_in_f32(m.product)) {
    if (m.lanes != 1 || ieee.flush != Flush::none) return "products are not rounded to f32";
    ieee.fuses = true;
    return ieee;
  }
  if (m.rounds && !(is_rounded_once(m.round) && m.round.flush == ieee.flush))
    return "products are not rounded to the nearest f32";

  // A multiple of 2^-126 or more is never subnormal.
  const auto may_be_subnormal = [&](int unit) {
    return ieee.flush != Flush::none && unit < kLeastF32;
  };
  std::vector<int> units(static_cast<std::size_t>(m.lanes), unit_of(m));
  ieee.flushes_products = m.rounds && may_be_subnormal(units[0]);
  units.push_back(kLeastF32 - kF32FractionBits);  // c
  std::vector<int> in;
  for (int slot = 0; slot <= m.lanes; ++slot) in.push_back(slot);
  for (const LevelPlan& level : plan.levels) {
    std::vector<int> out;
    for (int s = 0; s < level.sum_count; ++s) {
      const SumPlan& sum = plan.sums[level.first_sum + s];
      std::vector<int> slots;
      for (const AddendGroup& group : groups_of(plan, sum)) {
        for (int i = 0; i < group.count; ++i)
          slots.push_back(in[static_cast<std::size_t>(group.first_slot + i * group.stride)]);
      }
      const int unit = std::min(units[static_cast<std::size_t>(slots[0])],
                                units[static_cast<std::size_t>(slots[1])]);
      ieee.additions.push_back({slots[0], slots[1], may_be_subnormal(unit)});
      out.push_back(static_cast<int>(units.size()));
      units.push_back(unit);
    }
    for (const int slot : level.bypass) out.push_back(in[static_cast<std::size_t>(slot)]);
    in = std::move(out);
  }
  return ieee;
}

}  // namespace mmasc::batch
