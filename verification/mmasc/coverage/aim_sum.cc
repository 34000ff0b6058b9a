// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "mmasc/coverage/aimer.h"

namespace mmasc {

void Aimer::aim_at_carry() {
  std::vector<Leaves> terms;
  for (int g = 0; g < leaves_.groups(goal_.sum); ++g)
    for (const Leaves& term : leaves_.terms(goal_.sum, g)) terms.push_back(term);
  random_.shuffle(terms);
  const int size = static_cast<int>(terms.size());
  const int most = std::min(size, 1 << std::min(goal_.value, 10));
  const int count = goal_.value >= ceil_log2(size)
                        ? size
                        : random_.between(std::min(most, std::max(1, most / 2)), most);
  const Leaves all = leaves_.all(goal_.sum);
  const int exponent = common_exponent(all, ceil_log2(size));
  const bool negative = sign(), in_e_max = level_in_e_max(all);
  const auto [a, b] = fullest_pair();
  const int carried = carry_of(a, b);
  const int parts = random_.between(1, 16);
  int lift = carried + (random_.chance(50) ? 0 : ceil_log2(parts) - random_.below(2));
  if (plan().multiplier.fixed_point()) {
    const Format &x = *build_.instruction().a, &y = *build_.instruction().b;
    const int own = random_.between(x.least_exponent() + y.least_exponent(),
                                    x.greatest_exponent() + y.greatest_exponent());
    build_.set_own_exponent(own);
    lift += own + random_.below(2);
  }
  for (const int leaf : all) build_.scale_for(leaf, exponent, exponent);
  for (int i = 0; i < count; ++i) {
    const Leaves& term = terms[static_cast<std::size_t>(i)];
    const std::size_t used = std::min(term.size(), static_cast<std::size_t>(parts));
    for (std::size_t j = 0; j < used; ++j) {
      const bool is_c = term[j] == plan().lanes();
      const int at = is_c ? exponent + lift : exponent;
      build_.term(term[j], in_e_max ? own_exponent(term[j], at) : at, Digits::ones, negative);
      if (!is_c) set_fractions(term[j], a, b);
    }
  }
}

int Aimer::common_exponent(const Leaves& all, int carries) {
  Interval range{-kNoLimit / 2, kNoLimit / 2};
  for (const int leaf : all) {
    const Interval one = build_.exponents(leaf);
    range = {std::max(range.low, one.low), std::min(range.high, one.high)};
  }
  if (range.empty()) range = build_.exponents(all.front());
  range.high = std::max(range.low, std::min(range.high, round().greatest_exponent() - carries));
  return random_.between(range.low, range.high);
}

Leaves Aimer::leaves_to_fill() {
  const Leaves all = leaves_.all(goal_.sum);
  if (static_cast<int>(all.size()) == sum().addends() || random_.chance(70)) return all;
  Leaves one_of_each;
  for (int g = 0; g < leaves_.groups(goal_.sum); ++g)
    for (const Leaves& term : leaves_.terms(goal_.sum, g))
      one_of_each.push_back(random_.pick_from(term));
  return one_of_each;
}

void Aimer::aim_to_fill() {
  const Leaves all = leaves_to_fill();
  // A full product that was rounded is normalized, so it has the next exponent.
  const bool rounded = all.size() < leaves_.all(goal_.sum).size();
  const int carries = ceil_log2(static_cast<int>(all.size())) + 1;
  const int exponent = common_exponent(all, carries);
  const bool negative = sign(), in_e_max = level_in_e_max(all);
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  if (plan().multiplier.fixed_point())
    build_.set_own_exponent(a.greatest_exponent() + b.greatest_exponent());
  for (const int leaf : all) build_.scale_for(leaf, exponent, exponent);
  const auto ones = [](const Format& format) {
    return (std::uint64_t{1} << format.fraction_bits) - 1;
  };
  for (const ScalePlan& scale : plan().multiplier.scales)
    for (std::uint64_t& element : build_.row[scale.operand]) {
      const std::uint64_t full = element | ones(scale.format) << scale.format.fraction_low();
      if (!decode(scale.format, full).nan) element = full;
    }
  for (const int leaf : all) {
    const bool is_c = leaf == plan().lanes();
    const int lift = is_c && random_.chance(60) ? random_.between(0, carries)
                     : rounded                  ? -random_.below(2)
                                                : 0;
    const int at = exponent + lift;
    build_.term(leaf, in_e_max ? own_exponent(leaf, at) : at, Digits::ones, negative);
    if (!is_c) set_fractions(leaf, ones(a), ones(b));
  }
}

std::pair<std::uint64_t, std::uint64_t> Aimer::fullest_pair() {
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  const std::uint64_t one_a = std::uint64_t{1} << a.fraction_bits;
  const std::uint64_t one_b = std::uint64_t{1} << b.fraction_bits;
  if (a.fraction_bits + b.fraction_bits > 10)
    return {random_.chance(50) ? one_a - 1 : 0, one_b - 1};
  std::pair<std::uint64_t, std::uint64_t> best{0, 0};
  std::uint64_t fullest = 0;
  for (std::uint64_t x = one_a; x < 2 * one_a; ++x)
    for (std::uint64_t y = one_b; y < 2 * one_b; ++y) {
      const std::uint64_t full = (x * y << 32) >> std::bit_width(x * y);
      if (full > fullest) {
        fullest = full;
        best = {x - one_a, y - one_b};
      }
    }
  return best;
}

int Aimer::carry_of(std::uint64_t a, std::uint64_t b) const {
  const int fraction_a = build_.instruction().a->fraction_bits;
  const int fraction_b = build_.instruction().b->fraction_bits;
  const std::uint64_t x = (std::uint64_t{1} << fraction_a) + a;
  const std::uint64_t y = (std::uint64_t{1} << fraction_b) + b;
  if (fraction_a + fraction_b > 60) return 0;
  return static_cast<int>(std::bit_width(x * y)) - 1 - fraction_a - fraction_b;
}

void Aimer::set_fractions(int leaf, std::uint64_t a, std::uint64_t b) {
  const auto set = [](std::uint64_t& bits, const Format& format, std::uint64_t fraction) {
    const std::uint64_t mask = ((std::uint64_t{1} << format.fraction_bits) - 1)
                               << format.fraction_low();
    const std::uint64_t changed = (bits & ~mask) | (fraction << format.fraction_low());
    const Term<Numbers128> term = decode(format, changed);
    if (!term.nan && !term.infinite) bits = changed;
  };
  const std::size_t i = build_.element(leaf);
  set(build_.row[Operand::a][i], *build_.instruction().a, a);
  set(build_.row[Operand::b][i], *build_.instruction().b, b);
}

void Aimer::aim_at_cancellation() {
  const Leaves all = leaves();
  const int first = random_.pick_from(all), second = random_.pick_from(all);
  const Interval x = build_.exponents(first), y = build_.exponents(second);
  const int exponent = among({std::max(x.low, y.low), std::min(x.high, y.high)});
  const Digits digits = build_.any_digits();
  const bool negative = sign();
  build_.scale_for(first, exponent, exponent);
  build_.scale_for(second, exponent, exponent);
  build_.term(first, exponent, digits, negative);
  if (first == second) return;
  build_.term(second, exponent - random_.pick({0, 0, 0, 1}),
              random_.chance(60) ? digits : Digits::power, !negative);
  if (random_.chance(60)) copy_if_products(first, second);
}

void Aimer::aim_at_ladder() {
  const int depth = sum().fraction_bits + 1 - goal_.value;
  Leaves all = leaves();
  if (are_two_exact_products(all) && random_.chance(50))
    return cancel_subnormal(all.front(), all.back());
  random_.shuffle(all);
  const bool negative = sign();
  const int kind = random_.below(4);
  if (kind == 0) return aim_below_landmark(all.front(), depth);
  const bool has_c = std::ranges::find(all, plan().lanes()) != all.end();
  if (has_c && plan().multiplier.fixed_point() && random_.chance(50))
    return cancel_under_one_scale(all, negative);
  if (kind == 1 && has_c && build_.step() == 0 && !build_.c_is_chained()) return cancel_all(all);
  const int lead = pick_lead(all);
  std::erase(all, lead);
  const Interval range = build_.exponents(lead);
  const int exponent =
      random_.chance(50) || all.empty()
          ? among(range)
          : std::clamp(build_.exponents(all.front()).low + random_.between(0, depth + 2), range.low,
                       range.high);
  build_.scale_for(lead, exponent, exponent);
  build_.term(lead, exponent, random_.chance(70) ? Digits::power : build_.any_digits(), negative);
  if (all.empty()) return;
  if (random_.chance(50)) return fill_up(all, exponent - 1, exponent - depth, !negative);
  const int other = random_.pick_from(all);
  build_.scale_for(other, exponent, exponent);
  const bool below = random_.chance(50);
  build_.term(other, exponent - (below ? 1 : 0), below ? Digits::ones : Digits::power, !negative);
  if (below && other != plan().lanes() && random_.chance(50)) near_power(other);
  if (!below && random_.chance(50)) copy_if_products(lead, other);
  const int last = random_.pick_from(all);
  if (last == other || random_.chance(30)) return;
  const int lowest = exponent - depth + random_.pick({0, 0, 0, 1, -1});
  if (!build_.share_scales(lead, last)) build_.scale_for(last, lowest, lowest);
  build_.term(last, lowest, random_.chance(70) ? Digits::power : build_.any_digits(), sign());
}

bool Aimer::are_two_exact_products(const Leaves& all) const {
  const StepRules& rules = ranges_.rules;
  return all.size() == 2 && std::ranges::find(all, rules.lanes) == all.end() &&
         !rules.product_round && rules.flush_inputs == Flush::none && rules.a->has_subnormals &&
         rules.b->has_subnormals;
}

void Aimer::cancel_subnormal(int lead, int other) {
  const bool of_b = sign(), negative = sign();
  const Format &tiny = format_of(of_b), &partner = format_of(!of_b);
  const int least = tiny.least_exponent() - tiny.fraction_bits;
  const int exponent =
      among({std::max(partner.least_exponent(), build_.exponents(other).low - least),
             partner.greatest_exponent()});
  const std::size_t i = build_.element(lead);
  element_of(of_b, i) = build_.number(tiny, least, Digits::power, negative);
  element_of(!of_b, i) = build_.number(partner, exponent, Digits::power, false);
  build_.term(other, least + exponent - 1, Digits::power, !negative);
  near_power(other);
}

// Fixed-point products that c cancels, and one far below them.
void Aimer::cancel_under_one_scale(Leaves all, bool negative) {
  std::erase(all, plan().lanes());
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  const int greatest = a.greatest_exponent() + b.greatest_exponent();
  const int least = a.least_exponent() - a.fraction_bits + b.least_exponent() - b.fraction_bits;
  const int doublings = all.size() > 2 ? random_.below(2) : 0;
  const int scale = among(build_.exponents(plan().lanes())) - greatest - doublings;
  for (const int leaf : all) build_.scale_for(leaf, scale, scale);
  build_.set_own_exponent(greatest);
  for (int i = 0; i <= doublings; ++i)
    build_.term(all[static_cast<std::size_t>(i)], scale, Digits::power, negative);
  build_.c(scale + greatest + doublings, Digits::power, !negative);
  if (all.size() < 2) return;
  build_.set_own_exponent(least + random_.below(3));
  build_.term(all.back(), scale, Digits::power, sign());
}

// Products whose sum, as alignment keeps it, c cannot hold, and c about minus their sum.
void Aimer::cancel_all(const Leaves& all) {
  if (goal_.sum > 0 && all.size() > 3 && random_.chance(50)) return cancel_below_others(all);
  const Format& c = *build_.instruction().c;
  const int exponent = random_.chance(50)
                           ? among(build_.exponents(0)) / 2 + random_.between(-8, 8)
                           : c.least_exponent() - random_.between(0, c.fraction_bits + 2);
  const bool negative = sign(), near = random_.chance(30);
  const int percent = random_.pick({100, 50, 20});
  int last = -1;
  for (const int leaf : all) {
    if (leaf == plan().lanes() || !random_.chance(percent)) continue;
    build_.scale_for(leaf, exponent, exponent);
    build_.term(leaf, exponent - random_.below(2), Digits::any, negative);
    if (near) near_power(leaf);
    last = leaf;
  }
  if (last >= 0 && random_.chance(50))
    build_.term(last, exponent - random_.between(0, sum().fraction_bits), build_.any_digits(),
                negative);
  cancel_by_c();
}

// Two products that cancel, with whose exponent their sum goes on, and c about minus a third.
void Aimer::cancel_below_others(Leaves products) {
  std::erase(products, plan().lanes());
  const int first = products[0], third = products[2];
  const Interval range = build_.exponents(first);
  build_.scale_for(first, range.high, range.high);
  build_.term(first, range.high, Digits::power, sign());
  copy(first, products[1]);
  build_.term(third, build_.exponents(third).low + random_.pick({0, 0, 1, 4}), Digits::power,
              sign());
  cancel_by_c(30);
}

// 2 (1 + u) (1 - u) of the factors' last bits u: the nearest to a power of two.
void Aimer::near_power(int leaf) {
  const int a = build_.instruction().a->fraction_bits, b = build_.instruction().b->fraction_bits;
  const int bits = std::min(a, b);
  if (bits < 1) return;
  const std::uint64_t low = 1, high = (std::uint64_t{1} << bits) - 2;
  if (random_.chance(50))
    set_fractions(leaf, low << (a - bits), high << (b - bits));
  else
    set_fractions(leaf, high << (a - bits), low << (b - bits));
}

void Aimer::cancel_by_c(int percent) {
  const Format& c = *build_.instruction().c;
  build_.set_c(0);
  const auto same = nearest_bits(plan().d, c, result_without_c());
  if (!same) return;
  const std::uint64_t minus = negated(c, *same);
  build_.set_c(random_.chance(percent) ? minus : neighbour_bits(random_, c, minus));
}

void Aimer::copy_if_products(int first, int second) {
  if (first < plan().lanes() && second < plan().lanes()) copy(first, second);
}

void Aimer::copy(int first, int second) {
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  const std::size_t from = build_.element(first), to = build_.element(second);
  build_.row[Operand::a][to] =
      a.is_signed() ? negated(a, build_.row[Operand::a][from]) : build_.row[Operand::a][from];
  build_.row[Operand::b][to] = a.is_signed() || !b.is_signed()
                                   ? build_.row[Operand::b][from]
                                   : negated(b, build_.row[Operand::b][from]);
}

}  // namespace mmasc
