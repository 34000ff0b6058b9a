// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/ieee_plan.h"

#include <algorithm>

#include "mmasc/batch/grid_rounding.h"
#include "mmasc/batch/lane_limits.h"
#include "mmasc/unit/walk.h"

namespace mmasc::batch {
namespace {

constexpr int kLeastF32 = -126, kGreatestF32 = 127, kF32FractionBits = 23;

bool is_rounded_once(const RoundPlan& round) {
  return is_ieee_f32(round) && !round.rounds_twice() && !round.flushes_before_the_least();
}

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

// Slots, and the powers of two of which they are multiples, walk the plan.
struct IeeeAdditions {
  struct Term {
    int slot = 0, unit = 0;
  };
  const MultiplierPlan& multiplier;
  IeeePlan& ieee;

  // A multiple of 2^-126 or more is never subnormal.
  bool flushes(int unit) const { return ieee.flush != Flush::none && unit < kLeastF32; }

  Term product(int lane) { return {lane, unit_of(multiplier)}; }
  Term c() { return {multiplier.lanes, kLeastF32 - kF32FractionBits}; }
  Term sum(int s, const SumTerms<Term>& terms) {
    std::vector<Term> of;
    terms.for_each([&](int, const AddendGroup&, const Term& term) { of.push_back(term); });
    const int unit = std::min(of[0].unit, of[1].unit);
    ieee.additions.push_back({of[0].slot, of[1].slot, flushes(unit)});
    return {multiplier.lanes + 1 + s, unit};
  }
  Term round(const RoundPlan&, Place, const Term& term) { return term; }
};

}  // namespace

std::variant<IeeePlan, std::string> make_ieee_plan(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  for (const Format* format : {&m.a, &m.b, &m.c})
    if (!fits_f32(*format)) return std::string(format->name) + " operands";
  if (m.fixed_point() || m.is_scaled() || m.has_overflow() || m.moves_zero_factors() ||
      m.raises_factors())
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

  IeeeAdditions additions{m, ieee};
  ieee.flushes_products = m.rounds && additions.flushes(unit_of(m));
  walk(plan, additions);
  return ieee;
}

}  // namespace mmasc::batch
