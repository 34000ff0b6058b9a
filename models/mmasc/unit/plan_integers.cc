// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "mmasc/unit/plan_parts.h"

namespace mmasc {
namespace {

constexpr int kMaxWordBits = 4480;

// Signed width of every integer in [low, high].
int signed_bits(int low, int high) {
  const auto magnitude = static_cast<unsigned>(std::max(high, -(low + 1)));
  return static_cast<int>(std::bit_width(magnitude)) + 1;
}

template <class F>
void for_each_round(const Plan& plan, F&& f) {
  if (plan.multiplier.rounds) f(plan.multiplier.round);
  for (const SumPlan& sum : plan.sums)
    if (sum.rounds) f(sum.round);
  f(plan.result);
}

// One signed width for every exponent, exponent distance and shift amount.
void plan_exponents(Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  int low = std::min(m.c.least_exponent(), m.a.least_exponent() + m.b.least_exponent());
  int high = std::max(m.c.greatest_exponent(), m.a.greatest_exponent() + m.b.greatest_exponent());
  const auto include = [&](int exponent) {
    low = std::min(low, exponent);
    high = std::max(high, exponent);
  };
  const auto include_widths = [&](const TermWidths& widths) {
    include(widths.exponent_min);
    include(widths.exponent_max);
  };
  for (const Format* factor : {&m.a, &m.b}) {
    include(factor->least_exponent());
    if (m.raises_factors()) include(m.grid.next(factor->greatest_exponent()));
  }
  include_widths(m.product);
  if (m.moves_zero_factors()) {
    const auto [least, greatest] = m.moved_zeros();
    include(least);
    include(greatest);
  }
  for (const SumPlan& sum : plan.sums) {
    include_widths(sum.output);
    if (sum.has_exponent_floor) include(sum.exponent_floor);
  }
  for (const AddendGroup& group : plan.groups)
    if (group.fixed_zero_exponent()) include(group.zero_rule.value);
  for_each_round(plan, [&](const RoundPlan& round) { include_widths(round.output()); });
  for (const LevelPlan& level : plan.levels) {  // zeros' exponents move level by level
    low -= level.below_own;
    high += level.above_own;
  }
  plan.absent_exponent = low - 1;
  for (AddendGroup& group : plan.groups)
    group.zero_exponent =
        group.fixed_zero_exponent() ? group.zero_rule.value : plan.absent_exponent;

  // NaN and Inf operands and scales lie one above their format's greatest exponent: a, b and two
  // scales, or as many as there are. A factor's exponent is then the next of its grid.
  const int least = low - 1, greatest = high + 2 * m.grid.step + std::max(2, m.scales.size());
  int reach = std::max(-least, greatest);
  for (const AddendGroup& group : plan.groups) {
    reach = std::max({reach, greatest - least + group.post_shift,
                      group.shifted_bits() + std::max(1, group.alignment_rounding.random_bits)});
    if (group.may_vanish()) reach = std::max(reach, std::abs(group.reach()));
  }
  for (const SumPlan& sum : plan.sums)
    if (sum.total.cut_bits > 0) reach = std::max(reach, sum.sum_bits + sum.total.cut_bits);
  for_each_round(plan, [&](const RoundPlan& round) {
    const int lowest = least - 1 - std::max(0, round.input.fraction_bits);
    const int denormal = std::max(0, round.least_exponent - lowest);
    reach = std::max({reach, -lowest, greatest + round.work_bits, denormal + round.work_bits,
                      round.work_bits + round.first_random_bits(),
                      round.prerounding_fraction_bits + 2 + round.rounding.random_bits});
  });
  if (m.has_overflow())
    reach = std::max({reach, std::abs(m.infinity_at), greatest + m.product.magnitude_bits});
  plan.exponent_bits = signed_bits(-reach, reach);
}

// One signed width for every word: ports, significands, addends and the workings of a rounding.
void plan_word(Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  int bits = std::max({m.a.storage_bits(), m.b.storage_bits(), m.c.storage_bits(),
                       plan.d.storage_bits(), m.product.magnitude_bits}) +
             1;
  constexpr int kRoundingBits = 3;  // shift.h: twice what is dropped, and a sign; random bits
  for (const AddendGroup& group : plan.groups)
    bits =
        std::max(bits, group.shifted_bits() + kRoundingBits + group.alignment_rounding.random_bits);
  for (const SumPlan& sum : plan.sums) {
    bits = std::max({bits, sum.sum_bits, sum.output.magnitude_bits + 1});
    if (sum.total.accumulator_bits > 0) bits = std::max(bits, sum.sum_bits + 2);
    if (sum.total.cut_bits > 0) bits = std::max(bits, sum.sum_bits + kRoundingBits);
    if (sum.has_grid() || m.raises_factors()) bits = std::max(bits, plan.grid_offset_bits() + 2);
  }
  for_each_round(plan, [&](const RoundPlan& round) {
    bits = std::max({bits, round.work_bits + kRoundingBits + round.first_random_bits(),
                     round.prerounding_fraction_bits + 2 + kRoundingBits +
                         (round.rounds_twice() ? round.rounding.random_bits : 0)});
  });
  plan.word_bits = bits;
  if (bits > kMaxWordBits)
    throw RowError("sum", "the widest sum takes " + std::to_string(bits) + " bits; at most " +
                              std::to_string(kMaxWordBits) + ", so keep fewer fraction_bits");
}

}  // namespace

void plan_integers(Plan& plan) {
  plan_exponents(plan);
  plan_word(plan);
}

}  // namespace mmasc
