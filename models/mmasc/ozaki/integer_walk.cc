// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/integer_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace mmasc {

// The greatest exponent of a sum of `count` products: floor(log2(count * 2^product_bits)) + unit.
int IntegerWalk::leading_exponent(std::int64_t count) const {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count))) - 1 +
         grain_.product_bits + grain_.unit;
}

IntegerTerm IntegerWalk::products(const Plan& plan, int unit_a, int unit_b) const {
  const MultiplierPlan& m = plan.multiplier;
  if (m.fixed_point()) return {1, 0, 0};  // the exponents of scales that are 1
  const int half = grain_.product_bits / 2;
  const auto exponent = [&](int a, int b) {
    return std::max(a, m.a.least_exponent()) + std::max(b, m.b.least_exponent());
  };
  return {1, exponent(unit_a, unit_b), exponent(unit_a + half, unit_b + half)};
}

IntegerTerm IntegerWalk::addend(const Format& format, std::int64_t count) const {
  const int least = std::max(grain_.unit, format.least_exponent());
  return {count, least, count == 0 ? least : std::max(least, leading_exponent(count))};
}

IntegerTerm IntegerWalk::rounded(const RoundPlan& round, std::int64_t count) const {
  return {count, std::max(grain_.unit, round.least_exponent),
          std::max(round.least_exponent, leading_exponent(count))};
}

// Integers up to 2^(fraction_bits + 1) in magnitude have that many fraction bits.
void IntegerWalk::check_rounding(const RoundPlan& round, std::int64_t count,
                                 std::string_view place) {
  if (count == 0) return;
  if (round.is_integer()) {
    const auto most =
        grain_.product_bits < 63
            ? static_cast<std::int64_t>(round.greatest_significand >> grain_.product_bits)
            : 0;
    if (grain_.unit != 0 || count > most)
      lose(fmt::format("{}: sums up to {} * 2^{} are beyond its integers", place, count,
                       grain_.product_bits + grain_.unit));
    return;
  }
  const int fraction = round.exact_fraction_bits();
  const int spare = fraction + 1 - grain_.product_bits;
  if (spare < 0 || (spare < 62 && count > std::int64_t{1} << spare))
    lose(fmt::format("{}: sums up to {} * 2^{} are rounded to {} bits", place, count,
                     grain_.product_bits, fraction + 1));
  if (grain_.unit < round.least_exponent - round.fraction_bits ||
      (round.flush != Flush::none && grain_.unit < round.least_exponent))
    lose(fmt::format("{}: its least numbers are above the unit 2^{}", place, grain_.unit));
  if (leading_exponent(count) >= round.greatest_exponent)
    lose(fmt::format("{}: sums up to {} * 2^{} overflow", place, count,
                     grain_.product_bits + grain_.unit));
}

void IntegerWalk::check_operands(const MultiplierPlan& plan, const IntegerTerm& product) {
  if (plan.flush_inputs != Flush::none && product.least > grain_.unit)
    lose("the inputs are flushed where they are subnormal");
  if (plan.flush_inputs != Flush::none && grain_.unit < plan.c.least_exponent())
    lose("c is flushed where it is subnormal");
  if (plan.infinity_at != kNoLimit && leading_exponent(product.count) >= plan.infinity_at)
    lose(fmt::format("a product of 2^{} or more is an infinity", plan.infinity_at));
  if (plan.rounds) check_rounding(plan.round, product.count, "a product");
}

IntegerTerm IntegerWalk::add(const Plan& plan, const SumPlan& sum,
                             const std::vector<IntegerTerm>& in, std::int64_t most) {
  int e_max = sum.has_exponent_floor ? sum.exponent_floor : std::numeric_limits<int>::min() / 2;
  IntegerTerm out{0, std::numeric_limits<int>::max(), 0};
  const auto for_each = [&](const AddendGroup& group, auto&& visit) {
    for (int i = 0; i < group.count; ++i)
      visit(in[static_cast<std::size_t>(group.first_slot + i * group.stride)]);
  };
  for (const AddendGroup& group : groups_of(plan, sum)) {
    if (group.fixed_zero_exponent()) e_max = std::max(e_max, group.zero_rule.value);
    for_each(group, [&](const IntegerTerm& term) {
      e_max = std::max(e_max, group.exponent_in_e_max(term.greatest, false));
      out.least = std::min(out.least, group.exponent_in_e_max(term.least, false));
      out.count = std::min(most, out.count + term.count);
    });
  }
  out.greatest = e_max;
  for (const AddendGroup& group : groups_of(plan, sum)) {
    if (group.may_cut(e_max, grain_.unit))
      lose(fmt::format("{}: {} fraction bits below an e_max of up to {} cut terms above 2^{}",
                       sum.name.view(), group.fraction_bits, e_max, grain_.unit));
    for_each(group, [&](const IntegerTerm& term) {
      if (group.vanishes_at(e_max - group.exponent_in_e_max(term.least, false)))
        lose(fmt::format("{}: a term {} below e_max vanishes", sum.name.view(),
                         group.reach() + group.raised() + 1));
    });
  }
  if (!sum.rounds) return out;
  check_rounding(sum.round, out.count, sum.name.view());
  return rounded(sum.round, out.count);
}

std::optional<std::string> IntegerWalk::loss(const Plan& plan, const IntegerTerm& product,
                                             const IntegerTerm& c, std::int64_t count) {
  loss_.reset();
  check_operands(plan.multiplier, product);
  std::vector<IntegerTerm> terms(
      static_cast<std::size_t>(plan.lanes()),
      plan.multiplier.rounds ? rounded(plan.multiplier.round, product.count) : product);
  terms.push_back(c);
  for (const LevelPlan& level : plan.levels) {
    std::vector<IntegerTerm> out;
    for (int s = 0; s < level.sum_count; ++s)
      out.push_back(add(plan, plan.sums[level.first_sum + s], terms, count));
    for (const int slot : level.bypass) out.push_back(terms[static_cast<std::size_t>(slot)]);
    terms = std::move(out);
  }
  check_rounding(plan.result, count, "the result");
  return loss_;
}

}  // namespace mmasc
