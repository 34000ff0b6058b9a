// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/alignment.h"

#include <algorithm>

#include "mmasc/unit/exact_sums.h"

namespace mmasc {

Alignment::Alignment(const Sums& sums) : sums_(sums) {
  for (int s = 0; s <= sums_.root(); ++s) {
    const SumRange& sum = sums_.sum(s);
    keeps_all_.push_back(
        sum.keeps_value() && is_whole(s) &&
        (sum.is_narrowed || std::ranges::all_of(sum.groups, &GroupRange::loses_nothing)));
  }
}

bool Alignment::is_gone(const GroupRange& group, int distance) {
  return group.rule.alignment_rounding == Rounding::toward_zero &&
         distance >= group.bits_from_e_max();
}

bool Alignment::vanishes(int s, const GroupRange& group) const {
  if (!group.rule.may_vanish()) return false;
  const int last = group.rule.reach();  // the least distance that stays
  const int next = last + 1;
  return last < group.greatest_distance &&
         !(shows_no_zero(s, group) && (is_gone(group, next) || is_below_half(s, group, next))) &&
         !is_rounded_away(s, group, next);
}

// Whether a term that vanishes was a zero or nothing was left of it shows nowhere: a term that is
// not zero leads and stays, or no one asks. Ones' complement does, for it leaves a sum of zeros be.
bool Alignment::shows_no_zero(int s, const GroupRange& group) const {
  const SumRange& sum = sums_.sum(s);
  const bool leader_stays =
      !sum.has_grid() && std::ranges::all_of(sums_.sum(s).groups, [](const GroupRange& other) {
        return other.rule.reach() >= 0;
      });
  if (leader_stays && !others_lead_beyond(s, group, least_exponent(group) + group.rule.reach()))
    return true;
  return sum.is_plain() && !sum.rule.has_ieee_zero_sign && (sum.rounds() || s == sums_.root());
}

// Whatever leads a number of `x` by this distance is no zero and no floor.
bool Alignment::numbers_lead(int s, const GroupRange& x, int distance) const {
  return !zeros_lead_beyond(s, least_exponent(x) + distance - 1);
}

bool Alignment::zeros_lead_beyond(int s, int exponent) const {
  const SumRange& sum = sums_.sum(s);
  return (sum.has_floor() && sum.floor() > exponent) ||
         std::ranges::any_of(sums_.sum(s).groups, [exponent](const GroupRange& group) {
           return zero_exponent(group) > exponent;
         });
}

// The same of a floor and of zeros beside a term of the group.
bool Alignment::others_lead_beyond(int s, const GroupRange& group, int exponent) const {
  const SumRange& sum = sums_.sum(s);
  return (sum.has_floor() && sum.floor() > exponent) ||
         std::ranges::any_of(sums_.sum(s).groups, [&](const GroupRange& other) {
           const bool is_itself = &other == &group && group.count == 1;
           return !is_itself && zero_exponent(other) > exponent;
         });
}

bool Alignment::zeros_cut_nothing(int s) const {
  return !zeros_lead_beyond(s, std::max(sums_.least_exponent(s), harmless_exponent(s)));
}

bool Alignment::is_whole(int s) const {
  return std::ranges::none_of(sums_.sum(s).groups,
                              [&](const GroupRange& group) { return vanishes(s, group); });
}

// A number x is added to one y that leads it by so much that y is normalized and no finer than the
// rounding to nearest keeps: x is less than half of any last bit. A product may lead by one more.
bool Alignment::is_below_half(int s, const GroupRange& x, int distance) const {
  const SumRange& sum = sums_.sum(s);
  const RoundingRule& round = sums_.ranges().rounding_of(sum);
  const bool to_nearest =
      round.rounding == Rounding::nearest_even || round.rounding == Rounding::nearest_away;
  if (!sum.exact() || sum.has_grid() || sum.addends() != 2 ||
      !(sum.rounds() || s == sums_.root()) || !to_nearest || round.rounds_twice() ||
      distance < round.fraction_bits + 3 || !numbers_lead(s, x, distance))
    return false;
  const int leading = least_exponent(x) + distance;
  return leading >= round.least_exponent() &&
         std::ranges::all_of(sums_.sum(s).groups, [&](const GroupRange& group) {
           const TermWidths& input = group.input;
           const bool is_x = &group == &x;
           const bool is_number =
               input.integer_bits() == 1 && input.fraction_bits <= round.fraction_bits;
           const bool is_short_product = !is_x && input.integer_bits() == 2 &&
                                         group.term.normalized &&
                                         group.term.bits <= round.fraction_bits + 1;
           return group.rule.keeps_exponents() && (is_number || is_short_product) &&
                  ((is_x && group.count == 1) || leading > input.exponent_min);
         });
}

// A lone term with one integer bit, normalized unless it has the least exponent, of which the
// rounding keeps every bit.
bool Alignment::is_number(int s, const GroupRange& y, const RoundingRule& round) const {
  const int c = sums_.rules().lanes;
  const bool is_c = sums_.user_of_leaf(c) == s && &sums_.group_of_leaf(c) == &y;
  return (is_c ? y.count == 1 : y.term.normalized && y.rule.keeps_exponents()) &&
         y.own_input().integer_bits() == 1 && y.own.fraction <= round.first_cut().fraction_bits &&
         (y.exact || y.term.fraction <= y.fraction_bits()) && y.rule.reach() >= 0;
}

// A sum of x and a number y. What is left of x this far below y is at most a quarter of y's last
// bit, so the rounding to nearest keeps y; below a power of two it is a tie, which the power wins.
bool Alignment::is_rounded_away(int s, const GroupRange& x, int distance) const {
  const SumRange& sum = sums_.sum(s);
  const RoundingRule& round = sums_.ranges().rounding_of(sum);
  const auto [kept, rounding] = round.first_cut();
  const bool to_nearest = rounding == Rounding::nearest_even || rounding == Rounding::nearest_away;
  // A term that vanishes where it leads leaves nothing that y could be rounded to.
  if (!sum.is_plain() || sum.addends() != 2 || !(sum.rounds() || s == sums_.root()) ||
      !to_nearest || x.rule.reach() < 0 ||
      (sum.has_floor() && sum.floor() > sums_.least_exponent(s)))
    return false;
  const GroupRange& y = &sum.groups.front() == &x ? sum.groups.back() : sum.groups.front();
  const Dyadic greatest = x.term.greatest_magnitude();
  const int left =  // |x| < 2^(y's exponent in e_max + left)
      greatest.integer.bit_length() + greatest.exponent - distance;
  const int cut = x.exact ? left : std::max(left, -x.fraction_bits());
  if (!is_number(s, y, round) || y.rule.below_own(-cut) < kept + 2) return false;
  // A y of its least exponent may be shorter.
  const int least = y.input.exponent_min, own_least = y.rule.own_exponent(least);
  const int least_lead = least_exponent(x) + distance;
  if (own_least < round.least_exponent() ||
      (own_least > round.least_exponent() && least_lead <= least))
    return false;
  // Beside a zero, x alone is rounded to zero.
  const bool drops_sign =
      !(round.rounds_twice() ? round.keeps_prerounding_sign() : round.keeps_underflow_sign()) &&
      (!round.flushes_before_the_least() || round.flush == Flush::to_plus_zero);
  return zero_exponent(y) < least_lead ||
         (y.rule.own_exponent(zero_exponent(y)) <= round.least_exponent() && drops_sign &&
          !sum.rule.has_ieee_zero_sign);
}

// The root adds a term x and a number y of d's format. x has bits to cut only where y leads it by
// so much that the sum keeps y's exponent but for one; there the result's unit is no finer than the
// alignment's, and rounding down once is as good as twice.
bool Alignment::is_floored_twice(int s, const GroupRange& x) const {
  const SumRange& sum = sums_.sum(s);
  const RoundingRule& result = sums_.rules().result_round;
  const auto [kept, rounding] = result.first_cut();
  if (!sum.is_plain() || s != sums_.root() || sum.rounds() || sum.addends() != 2 ||
      sum.groups.size() != 2 || sum.rule.has_ieee_zero_sign || rounding != Rounding::down ||
      x.rule.alignment_rounding != Rounding::down)
    return false;
  const GroupRange& y = sum.groups[&sum.groups[0] == &x ? 1 : 0];
  const int y_leads_by = x.fraction_bits() - x.input.fraction_bits + 1;
  return y.rule.keeps_exponents() && y.input.integer_bits() == 1 &&
         y.input.exponent_min == result.least_exponent() &&
         std::min(y.fraction_bits(), x.fraction_bits()) >= y.input.fraction_bits &&
         !y.rule.fixed_zero_exponent() && !x.rule.fixed_zero_exponent() &&
         (!sum.has_floor() || sum.floor() <= result.least_exponent()) &&
         y_leads_by > x.input.integer_bits() && x.fraction_bits() > kept;
}

// floor(x + floor(y)) is the floor of x + y, and its floor further up is theirs.
bool Alignment::is_floored_again(int s) const {
  const SumRange& sum = sums_.sum(s);
  if (sum.rounds() || sum.is_narrowed || !sum.is_plain() || s == sums_.root() ||
      sum.addends() > 2 || (sum.has_floor() && sum.floor() > sums_.least_exponent(s)))
    return false;
  const int user = sums_.user_of(s);
  const GroupRange& again = sums_.group_of_user(s);
  return !again.loses_nothing() && !again.exact &&
         again.rule.alignment_rounding == Rounding::down && sums_.sum(user).is_plain() &&
         !sums_.sum(user).is_narrowed && !is_floored_again(user) &&
         std::ranges::all_of(sums_.sum(s).groups, [&](const GroupRange& group) {
           const GroupRange& cut = group;
           return cut.rule.alignment_rounding == Rounding::down &&
                  cut.term.fraction <= cut.fraction_bits() &&
                  again.rule.below_own(again.fraction_bits()) <= cut.fraction_bits();
         });
}

bool Alignment::adds_exactly() const {
  const bool shows_sign = sums_.sum(sums_.root()).rule.has_ieee_zero_sign;
  if (!zeros_are_those_of_one_sum(sums_.plan())) return false;
  for (int s = 0; s <= sums_.root(); ++s) {
    const bool goes_on = s < sums_.root();
    if (!keeps_all(s) || (goes_on && sums_.sum(s).rounds()) ||
        (goes_on && shows_sign && sums_.group_of_user(s).rule.enters_negative(false)))
      return false;
  }
  return true;
}

bool Alignment::hides_exponent(int s) const {
  if (sums_.sum(s).rounds() || s == sums_.root()) return true;
  return keeps_all(sums_.user_of(s)) && hides_exponent(sums_.user_of(s));
}

bool Alignment::hides_zero(int s, int exponent) const {
  if (sums_.sum(s).rounds() || s == sums_.root()) return true;
  if (!sums_.sum(s).stays_as_added()) return false;  // a grid raises the exponent
  const int user = sums_.user_of(s);
  const GroupRange& group = sums_.group_of_user(s);
  const bool is_nowhere = exponent == kNever || exponent == sums_.rules().nowhere;
  const int seen = is_nowhere ? exponent : group.rule.exponent_in_e_max(exponent);
  return !group.rule.own_zero_exponent() ||
         (seen <= sums_.least_exponent(user) && hides_zero(user, seen));
}

int Alignment::harmless_exponent(int s) const {
  if (!hides_exponent(s)) return kNever;
  if (keeps_all(s)) return kAlways;
  if (!sums_.sum(s).is_plain()) return kNever;
  int harmless = kAlways;
  for (const GroupRange& group : sums_.sum(s).groups) {
    int of_group = bounds_of(group.term).lowest_bit + group.fraction_bits();
    if (is_floored_twice(s, group))
      of_group = std::max(of_group, sums_.rules().result_round.least_exponent());
    if (vanishes(s, group))
      of_group = std::min(of_group, least_exponent(group) + group.rule.reach());
    harmless = std::min(harmless, of_group);
  }
  return harmless;
}

// A term's own exponent says, besides, whether it vanishes.
int Alignment::harmless_exponent_of_leaf(int leaf) const {
  const int user = sums_.user_of_leaf(leaf);
  const GroupRange& group = sums_.group_of_leaf(leaf);
  if (vanishes(user, group)) return kNever;
  const int harmless = harmless_exponent(user);
  const bool is_exponent = harmless != kAlways && harmless != kNever;
  return is_exponent ? group.rule.own_exponent(harmless) : harmless;
}

int Alignment::harmless_exponent_of_products() const {
  int harmless = kAlways;
  for (int lane = 0; lane < sums_.rules().lanes; ++lane)
    harmless = std::min(harmless, harmless_exponent_of_leaf(lane));
  return harmless;
}

int Alignment::harmless_exponent_of_c() const {
  return harmless_exponent_of_leaf(sums_.rules().lanes);
}

// Terms that are not zero have smaller exponents then, and so have what alignment and complement
// add to them.
bool Alignment::is_flushed_beside(int s, int exponent) const {
  const SumRange& sum = sums_.sum(s);
  const RoundingRule& result = sums_.rules().result_round;
  const bool drops_sign = result.flushes_before_the_least() ||
                          (!result.keeps_underflow_sign() && !result.keeps_prerounding_sign());
  if (s != sums_.root() || sum.rounds() || !sum.stays_as_added() || sum.rule.has_ieee_zero_sign ||
      exponent == kNever || result.flush != Flush::to_plus_zero || !drops_sign)
    return false;
  Dyadic most;  // and the last number below the least normal one, at least, if any rounds up
  for (const GroupRange& group : sums_.sum(s).groups) {
    const BigInt count(group.count);
    const Dyadic greatest = group.term.greatest_magnitude();
    most = most + Dyadic{count, exponent - group.fraction_bits() + 1};
    if (least_exponent(group) < exponent)
      most = most + Dyadic{count * greatest.integer, greatest.exponent + exponent - 1};
  }
  const Cut cuts[] = {result.first_cut(), {result.fraction_bits, result.rounding}};
  for (const auto& [kept, rounding] : cuts)
    if (may_increment(rounding) || kept == 0)
      most = most + Dyadic{1, result.least_exponent() - kept};
  return (most + Dyadic{-1, result.least_exponent()}).integer < 0;
}

// Wherever another term is not zero, the sum is a multiple of the least normal number. Without
// others the number y stays, but for the units of ones' complement. Those are at most a quarter of
// its last bit, so the rounding to nearest gives y, with a bit more as without.
bool Alignment::is_alone_below_the_least() const {
  const int s = sums_.root();
  const SumRange& sum = sums_.sum(s);
  const RoundingRule& result = sums_.rules().result_round;
  const bool to_nearest =
      result.rounding == Rounding::nearest_even || result.rounding == Rounding::nearest_away;
  if (sum.rounds() || sum.is_narrowed || result.rounds_twice() || !to_nearest ||
      !sum.stays_as_added())
    return false;
  const GroupRange* y = nullptr;
  for (const GroupRange& group : sum.groups)
    if (least_exponent(group) - sum.fraction_bits < result.least_exponent()) {
      if (y != nullptr || group.count > 1) return false;
      y = &group;
    }
  if (y == nullptr || !is_number(s, *y, result) ||
      y->own_input().exponent_min != result.least_exponent() ||
      others_lead_beyond(s, *y, least_exponent(*y)))
    return false;
  if (!sum.complements()) return true;
  const int units = sum.addends() - (sum.frame_slot == y->first_slot ? 1 : 0);
  return y->rule.below_own(sum.fraction_bits) - ceil_log2(units) >= result.fraction_bits + 2;
}

int Alignment::zero_exponent(const GroupRange& group) {
  return group.rule.zero_in_e_max(group.term.zero_exponent.high).value_or(kNever);
}

int Alignment::guaranteed_exponent(const GroupRange& group) {
  const auto zero = group.rule.zero_in_e_max(group.term.zero_exponent.low);
  return zero ? std::min(*zero, least_exponent(group)) : kNever;
}

}  // namespace mmasc
