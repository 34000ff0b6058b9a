// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "mmasc/coverage/aimer.h"

namespace mmasc {

void Aimer::aim_at_rounding() {
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  if (goal_.product && a.fraction_bits > 0 &&
      a.fraction_bits + b.fraction_bits >= round().fraction_bits && random_.chance(30))
    return aim_below_power(a.fraction_bits, b.fraction_bits);
  const Leaves all = leaves();
  const int fraction = goal_.kind == Kind::rounding ? goal_.value : round().fraction_bits;
  const int lead = pick_lead(all);
  Interval range = build_.exponents(lead);
  if (random_.chance(50)) {  // where others can lie below it
    const Interval other = build_.exponents(random_.pick_from(all));
    const Interval near{std::max(range.low, other.low + std::max(0, fraction - 8)),
                        std::min(range.high, other.high + 10)};
    if (!near.empty()) range = near;
  }
  if (random_.chance(70))
    range = {std::max(range.low, round().least_exponent()),
             std::min(range.high, round().greatest_exponent())};
  int exponent =
      random_.chance(15) ? round().least_exponent() - random_.between(-1, fraction) : among(range);
  if (const SumRange& sum = goal_.sum >= 0 ? this->sum() : ranges_.sums.back();
      sum.has_grid() && random_.chance(50)) {  // where e_max is raised, carries lose fewer bits
    const int below =
        sum.on_grid(exponent) - (sum.on_grid(exponent) > exponent ? sum.grid().step : 0);
    if (range.contains(below)) exponent = below;
  }
  add_lead_and_small(all, lead, exponent, fraction,
                     random_.chance(40) ? Digits::ones : build_.any_digits());
}

void Aimer::aim_below_power(int a_bits, int b_bits) {
  const int power = a_bits + b_bits + 1;
  const std::uint64_t one = std::uint64_t{1} << a_bits;
  const std::uint64_t x = one + 1 + random_.next() % (one - 1);
  const auto y = static_cast<std::uint64_t>((static_cast<unsigned __int128>(1) << power) / x);
  const int lane = random_.below(plan().lanes());
  const Interval range = build_.exponents(lane);
  const int exponent = among({std::max(range.low, round().least_exponent()),
                              std::min(range.high, round().greatest_exponent() - 1)});
  build_.whole_product(lane, x, y, exponent - power, sign());
}

void Aimer::add_lead_and_small(const Leaves& all, int lead, int exponent, int fraction,
                               Digits digits) {
  const bool negative = sign();
  build_.scale_for(lead, exponent, exponent);
  build_.term(lead, exponent, digits, negative);
  const bool ladder = random_.chance(25);  // one term carries, the next has the last bits
  const int few = ladder ? 2 : random_.between(goal_.product ? 0 : 1, 3);
  const int width = build_.instruction().a->fraction_bits + build_.instruction().b->fraction_bits;
  for (int i = 0; i < few; ++i) {
    const int leaf = random_.pick_from(all);
    if (leaf == lead) continue;
    const int last = fraction + random_.between(-1, 3);
    const int distance =
        ladder ? i == 0 ? random_.between(1, 10) : fraction - random_.between(-2, width)
        : random_.chance(60) ? last
                             : random_.between(0, fraction + 4);
    if (!build_.share_scales(lead, leaf))
      build_.scale_for(leaf, exponent - distance, exponent - distance);
    build_.term(leaf, exponent - distance, build_.any_digits(),
                (ladder && i == 0) || random_.chance(70) ? negative : !negative);
  }
}

int Aimer::pick_lead(const Leaves& all) {
  const bool has_c = std::ranges::find(all, plan().lanes()) != all.end();
  return has_c && random_.chance(40) ? plan().lanes() : random_.pick_from(all);
}

void Aimer::aim_at_tiniest() {
  const int lane = random_.below(plan().lanes());
  const int subnormal =
      build_.instruction().a->fraction_bits + build_.instruction().b->fraction_bits;
  const int exponent = build_.exponents(lane).low - random_.between(0, subnormal);
  build_.scale_for(lane, exponent, exponent);
  build_.term(lane, exponent, Digits::power, true);
}

void Aimer::aim_at_least() {
  const Leaves all = leaves();
  const RoundingRule& round = this->round();
  const int ulp = round.last_place();
  const bool negative = sign();
  const auto& accumulator = ranges_.sums.back().rule.accumulator;
  if (goal_.sum < 0 && !goal_.product && accumulator && accumulator->overflow == Overflow::wrap &&
      random_.chance(30))
    return wrap_to_power(round.least_exponent());
  if (random_.chance(25))
    return fill_up(all, round.least_exponent() - 1, ulp - random_.between(0, 3), negative);
  const int lead = pick_lead(all);
  const int exponent = round.least_exponent() -
                       random_.pick({0, 0, 1, 1, 1, random_.between(0, round.fraction_bits + 3)});
  build_.scale_for(lead, exponent, exponent);
  build_.term(lead, exponent, random_.chance(50) ? Digits::ones : build_.any_digits(), negative);
  if (lead == plan().lanes() && !build_.c_is_chained() && random_.chance(50)) {
    const Format& c = *build_.instruction().c;  // the greatest number below the least normal one
    std::uint64_t bits = ((std::uint64_t{1} << c.fraction_bits) - 1) << c.fraction_low();
    build_.set_c(negative && c.is_signed() ? negated(c, bits) : bits);
  }
  if (random_.chance(20)) return;
  if (random_.chance(25)) {  // what is left of two numbers that are not as small
    const int other = random_.pick_from(all);
    if (other == lead) return;
    build_.scale_for(other, round.least_exponent(), round.least_exponent());
    build_.term(lead, round.least_exponent(), build_.any_digits(), negative);
    build_.term(other, round.least_exponent() + random_.below(2), build_.any_digits(), !negative);
    return;
  }
  for (int i = random_.between(0, 2); i > 0; --i) {
    const int leaf = random_.pick_from(all);
    if (leaf == lead) continue;
    const int small = random_.chance(70) ? ulp + random_.between(-3, 1)
                                         : random_.between(ulp - 3, round.least_exponent());
    if (!build_.share_scales(lead, leaf)) build_.scale_for(leaf, small, small);
    build_.term(leaf, small, build_.any_digits(), random_.chance(60) ? negative : !negative);
  }
}

void Aimer::wrap_to_power(int exponent) {
  const SumRange& sum = ranges_.sums.back();
  const int held = sum.rule.accumulator->bits;
  const Format& c = *build_.instruction().c;
  const int place = random_.between(0, held - 2);
  const int fraction = c.fraction_bits - sum.fraction_bits + place;  // of the bit in c
  if (build_.c_is_chained() || fraction < 0 || fraction >= c.fraction_bits) return;
  build_.c(exponent + sum.fraction_bits - place, Digits::power, sign());
  const std::uint64_t above = random_.next() << std::max(0, held - place);
  const std::uint64_t mask = (std::uint64_t{1} << c.fraction_bits) - 1;
  const std::uint64_t bits = ((std::uint64_t{1} | above) << fraction) & mask;
  build_.set_c(build_.row.c() | bits << c.fraction_low());
}

void Aimer::aim_at_greatest() {
  const Leaves all = leaves();
  const RoundingRule& round = this->round();
  const int greatest = round.greatest_exponent();
  const bool negative = sign();
  if (random_.chance(25)) return make_of_two(all, negative);
  if (random_.chance(50)) return fill_up(all, greatest, greatest - round.fraction_bits, negative);
  const int lead = pick_lead(all);
  add_lead_and_small(all, lead, greatest - random_.pick({0, 0, 0, 1}), round.fraction_bits,
                     random_.chance(70) ? Digits::ones : build_.any_digits());
}

void Aimer::make_of_two(const Leaves& all, bool negative) {
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  const RoundingRule& round = this->round();
  const int first = random_.pick_from(all), second = random_.pick_from(all);
  const bool are_products = first < plan().lanes() && second < plan().lanes();
  if (!are_products || first == second || round.fraction_bits > 30) return;
  const std::uint64_t most_a = (std::uint64_t{2} << a.fraction_bits) - 1;
  const std::uint64_t most_b = (std::uint64_t{2} << b.fraction_bits) - 1;
  const int unit = round.greatest_exponent() - round.fraction_bits;
  constexpr int kDraws = 4096;
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t u = (random_.next() & most_a) | 1, v = (random_.next() & most_b) | 1;
    if (u * v >= round.greatest_significand()) continue;
    const std::uint64_t rest = round.greatest_significand() - u * v;
    const int zeros = std::countr_zero(rest);
    const std::uint64_t odd = rest >> zeros;
    if (static_cast<int>(std::bit_width(odd)) > a.fraction_bits + b.fraction_bits + 2) continue;
    for (std::uint64_t x = 1; x <= most_a; x += 2) {
      if (odd % x != 0 || odd / x > most_b) continue;
      build_.whole_product(first, x, odd / x, unit + zeros, negative);
      return build_.whole_product(second, u, v, unit, negative);
    }
  }
}

void Aimer::fill_up(Leaves all, int high, int low, bool negative) {
  random_.shuffle(all);
  // Subnormal factors are exact where they are powers of two.
  const int width =
      random_.pick({build_.instruction().b->fraction_bits + 1, 1, 1 + random_.below(4)});
  for (const int leaf : all) {
    if (high < low) return;
    const int bits = std::min(leaf < plan().lanes() ? width : high - low + 1, high - low + 1);
    build_.scale_for(leaf, high, high);
    build_.term(leaf, high, Digits::power, negative);
    if (bits > 1) fill_fraction(leaf, bits);
    high -= bits;
  }
}

void Aimer::fill_fraction(int leaf, int bits) {
  const auto fraction = [bits](const Format& format) {
    const int zeros = std::max(0, format.fraction_bits - (bits - 1));
    const std::uint64_t all = (std::uint64_t{1} << format.fraction_bits) - 1;
    return (all >> zeros) << zeros;
  };
  if (leaf < plan().lanes()) return set_fractions(leaf, 0, fraction(*build_.instruction().b));
  const Format& c = *build_.instruction().c;
  if (build_.c_is_chained()) return;
  const std::uint64_t filled = build_.row.c() | fraction(c) << c.fraction_low();
  if (const auto term = decode(c, filled); !term.nan && !term.infinite) build_.set_c(filled);
}

}  // namespace mmasc
