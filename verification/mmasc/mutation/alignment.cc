// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/alignment.h"

#include <algorithm>

#include "mmasc/unit/exact_sums.h"

namespace mmasc {

Alignment::Alignment(const Sums& sums) : sums_(sums) {
  for (int s = 0; s <= sums_.root(); ++s) {
    const auto groups = sums_.groups(s);
    keeps_all_.push_back(sums_.sum(s).keeps_value() && is_whole(s) &&
                         std::ranges::all_of(groups, [&](const Sums::Group& group) {
                           return sums_.sum(s).is_narrowed || loses_nothing(group);
                         }));
  }
}

bool Alignment::is_gone(const Sums::Group& group, int distance) {
  return group.range.rule.alignment_rounding == Rounding::toward_zero &&
         distance >= group.range.bits_from_e_max();
}

bool Alignment::vanishes(int s, const Sums::Group& group) const {
  if (!group.range.rule.may_vanish()) return false;
  const int last = group.range.rule.reach();  // the least distance that stays
  const int next = last + 1;
  return last < reach(group) &&
         !(shows_no_zero(s, group) && (is_gone(group, next) || is_below_half(s, group, next))) &&
         !is_rounded_away(s, group, next);
}

// Whether a term that vanishes was a zero or nothing was left of it shows nowhere: a term that is
// not zero leads and stays, or no one asks. Ones' complement does, for it leaves a sum of zeros be.
bool Alignment::shows_no_zero(int s, const Sums::Group& group) const {
  const SumRange& sum = sums_.sum(s);
  const bool leader_stays =
      !sum.has_grid() && std::ranges::all_of(sums_.groups(s), [](const Sums::Group& other) {
        return other.range.rule.reach() >= 0;
      });
  if (leader_stays &&
      !others_lead_beyond(s, group, group.bounds.least_exponent + group.range.rule.reach()))
    return true;
  return sum.is_plain() && !sum.rule.has_ieee_zero_sign && (sum.rounds() || s == sums_.root());
}

// Whatever leads a number of `x` by this distance is no zero and no floor.
bool Alignment::numbers_lead(int s, const Sums::Group& x, int distance) const {
  return !zeros_lead_beyond(s, x.bounds.least_exponent + distance - 1);
}

bool Alignment::zeros_lead_beyond(int s, int exponent) const {
  const SumRange& sum = sums_.sum(s);
  return (sum.has_floor() && sum.floor() > exponent) ||
         std::ranges::any_of(sums_.groups(s), [exponent](const Sums::Group& group) {
           return zero_exponent(group) > exponent;
         });
}

// The same of a floor and of zeros beside a term of the group.
bool Alignment::others_lead_beyond(int s, const Sums::Group& group, int exponent) const {
  const SumRange& sum = sums_.sum(s);
  return (sum.has_floor() && sum.floor() > exponent) ||
         std::ranges::any_of(sums_.groups(s), [&](const Sums::Group& other) {
           const bool is_itself = &other.range == &group.range && group.range.count == 1;
           return !is_itself && zero_exponent(other) > exponent;
         });
}

bool Alignment::zeros_cut_nothing(int s) const {
  return !zeros_lead_beyond(s, std::max(sums_.least_exponent(s), harmless_exponent(s)));
}

bool Alignment::is_whole(int s) const {
  return std::ranges::none_of(sums_.groups(s),
                              [&](const Sums::Group& group) { return vanishes(s, group); });
}

// A number x is added to one y that leads it by so much that y is normalized and no finer than the
// rounding to nearest keeps: x is less than half of any last bit. A product may lead by one more.
bool Alignment::is_below_half(int s, const Sums::Group& x, int distance) const {
  const SumRange& sum = sums_.sum(s);
  const RoundingRule& round = sums_.ranges().rounding_of(sum);
  const bool to_nearest =
      round.rounding == Rounding::nearest_even || round.rounding == Rounding::nearest_away;
  if (!sum.exact() || sum.has_grid() || sum.addends() != 2 ||
      !(sum.rounds() || s == sums_.root()) || !to_nearest || round.rounds_twice() ||
      distance < round.fraction_bits + 3 || !numbers_lead(s, x, distance))
    return false;
  const int leading = x.bounds.least_exponent + distance;
  return leading >= round.least_exponent() &&
         std::ranges::all_of(sums_.groups(s), [&](const Sums::Group& group) {
           const TermWidths& input = group.range.input;
           const bool is_x = &group.range == &x.range;
           const bool is_number =
               input.integer_bits() == 1 && input.fraction_bits <= round.fraction_bits;
           const bool is_short_product = !is_x && input.integer_bits() == 2 &&
                                         group.range.term.normalized &&
                                         group.range.term.bits <= round.fraction_bits + 1;
           return group.range.rule.keeps_exponents() && (is_number || is_short_product) &&
                  ((is_x && group.range.count == 1) || leading > input.exponent_min);
         });
}

// A lone term with one integer bit, normalized unless it has the least exponent, of which the
// rounding keeps every bit.
bool Alignment::is_number(int s, const Sums::Group& y, const RoundingRule& round) const {
  const int c = sums_.rules().lanes;
  const bool is_c = sums_.user_of_leaf(c) == s && &sums_.group_of_leaf(c) == &y.range;
  return (is_c ? y.range.count == 1 : y.range.term.normalized && y.range.rule.keeps_exponents()) &&
         y.range.own_input().integer_bits() == 1 &&
         y.range.own.fraction <= round.first_cut().fraction_bits &&
         (y.range.exact || y.range.term.fraction <= y.range.fraction_bits()) &&
         y.range.rule.reach() >= 0;
}

// A sum of x and a number y. What is left of x this far below y is at most a quarter of y's last
// bit, so the rounding to nearest keeps y; below a power of two it is a tie, which the power wins.
bool Alignment::is_rounded_away(int s, const Sums::Group& x, int distance) const {
  const SumRange& sum = sums_.sum(s);
  const RoundingRule& round = sums_.ranges().rounding_of(sum);
  const auto [kept, rounding] = round.first_cut();
  const bool to_nearest = rounding == Rounding::nearest_even || rounding == Rounding::nearest_away;
  // A term that vanishes where it leads leaves nothing that y could be rounded to.
  if (!sum.is_plain() || sum.addends() != 2 || !(sum.rounds() || s == sums_.root()) ||
      !to_nearest || x.range.rule.reach() < 0 ||
      (sum.has_floor() && sum.floor() > sums_.least_exponent(s)))
    return false;
  const auto groups = sums_.groups(s);
  const Sums::Group& y = &groups.front().range == &x.range ? groups.back() : groups.front();
  const Dyadic greatest = x.range.term.greatest_magnitude();
  const int left =  // |x| < 2^(y's exponent in e_max + left)
      greatest.integer.bit_length() + greatest.exponent - distance;
  const int cut = x.range.exact ? left : std::max(left, -x.range.fraction_bits());
  if (!is_number(s, y, round) || y.range.rule.below_own(-cut) < kept + 2) return false;
  // A y of its least exponent may be shorter.
  const int least = y.range.input.exponent_min, own_least = y.range.rule.own_exponent(least);
  const int least_lead = x.bounds.least_exponent + distance;
  if (own_least < round.least_exponent() ||
      (own_least > round.least_exponent() && least_lead <= least))
    return false;
  // Beside a zero, x alone is rounded to zero.
  const bool drops_sign =
      !(round.rounds_twice() ? round.keeps_prerounding_sign() : round.keeps_underflow_sign()) &&
      (!round.flushes_before_the_least() || round.flush == Flush::to_plus_zero);
  return zero_exponent(y) < least_lead ||
         (y.range.rule.own_exponent(zero_exponent(y)) <= round.least_exponent() && drops_sign &&
          !sum.rule.has_ieee_zero_sign);
}

// The root adds a term x and a number y of d's format. x has bits to cut only where y leads it by
// so much that the sum keeps y's exponent but for one; there the result's unit is no finer than the
// alignment's, and rounding down once is as good as twice.
bool Alignment::is_floored_twice(int s, const Sums::Group& x) const {
  const SumRange& sum = sums_.sum(s);
  const RoundingRule& result = sums_.rules().result_round;
  const auto [kept, rounding] = result.first_cut();
  if (!sum.is_plain() || s != sums_.root() || sum.rounds() || sum.addends() != 2 ||
      sum.groups.size() != 2 || sum.rule.has_ieee_zero_sign || rounding != Rounding::down ||
      x.range.rule.alignment_rounding != Rounding::down)
    return false;
  const auto groups = sums_.groups(s);
  const GroupRange& y = (&groups[0].range == &x.range ? groups[1] : groups[0]).range;
  const int y_leads_by = x.range.fraction_bits() - x.range.input.fraction_bits + 1;
  return y.rule.keeps_exponents() && y.input.integer_bits() == 1 &&
         y.input.exponent_min == result.least_exponent() &&
         std::min(y.fraction_bits(), x.range.fraction_bits()) >= y.input.fraction_bits &&
         !y.rule.fixed_zero_exponent() && !x.range.rule.fixed_zero_exponent() &&
         (!sum.has_floor() || sum.floor() <= result.least_exponent()) &&
         y_leads_by > x.range.input.integer_bits() && x.range.fraction_bits() > kept;
}

// floor(x + floor(y)) is the floor of x + y, and its floor further up is theirs.
bool Alignment::is_floored_again(int s) const {
  const SumRange& sum = sums_.sum(s);
  if (sum.rounds() || sum.is_narrowed || !sum.is_plain() || s == sums_.root() ||
      sum.addends() > 2 || (sum.has_floor() && sum.floor() > sums_.least_exponent(s)))
    return false;
  const int user = sums_.user_of(s);
  const GroupRange& again = sums_.group_of_user(s);
  const auto seen = sums_.groups(user);
  const bool cuts = std::ranges::any_of(seen, [&](const Sums::Group& group) {
    return &group.range == &again && !loses_nothing(group);
  });
  return cuts && !again.exact && again.rule.alignment_rounding == Rounding::down &&
         sums_.sum(user).is_plain() && !sums_.sum(user).is_narrowed && !is_floored_again(user) &&
         std::ranges::all_of(sums_.groups(s), [&](const Sums::Group& group) {
           const GroupRange& cut = group.range;
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
  for (const Sums::Group& group : sums_.groups(s)) {
    int of_group = group.bounds.lowest_bit + group.range.fraction_bits();
    if (is_floored_twice(s, group))
      of_group = std::max(of_group, sums_.rules().result_round.least_exponent());
    if (vanishes(s, group))
      of_group = std::min(of_group, group.bounds.least_exponent + group.range.rule.reach());
    harmless = std::min(harmless, of_group);
  }
  return harmless;
}

// A term's own exponent says, besides, whether it vanishes.
int Alignment::harmless_exponent_of_leaf(int leaf) const {
  const int user = sums_.user_of_leaf(leaf);
  const GroupRange& range = sums_.group_of_leaf(leaf);
  for (const Sums::Group& group : sums_.groups(user))
    if (&group.range == &range && vanishes(user, group)) return kNever;
  const int harmless = harmless_exponent(user);
  const bool is_exponent = harmless != kAlways && harmless != kNever;
  return is_exponent ? range.rule.own_exponent(harmless) : harmless;
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
  for (const Sums::Group& group : sums_.groups(s)) {
    const BigInt count(group.range.count);
    const Dyadic greatest = group.range.term.greatest_magnitude();
    most = most + Dyadic{count, exponent - group.range.fraction_bits() + 1};
    if (group.bounds.least_exponent < exponent)
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
  const auto groups = sums_.groups(s);
  const Sums::Group* y = nullptr;
  for (const Sums::Group& group : groups)
    if (group.bounds.least_exponent - sum.fraction_bits < result.least_exponent()) {
      if (y != nullptr || group.range.count > 1) return false;
      y = &group;
    }
  if (y == nullptr || !is_number(s, *y, result) ||
      y->range.own_input().exponent_min != result.least_exponent() ||
      others_lead_beyond(s, *y, y->bounds.least_exponent))
    return false;
  if (!sum.complements()) return true;
  const int units = sum.addends() - (sum.frame_slot == y->range.first_slot ? 1 : 0);
  return y->range.rule.below_own(sum.fraction_bits) - ceil_log2(units) >= result.fraction_bits + 2;
}

int Alignment::zero_exponent(const Sums::Group& group) {
  return group.range.rule.zero_in_e_max(group.bounds.greatest_zero).value_or(kNever);
}

int Alignment::guaranteed_exponent(const Sums::Group& group) {
  const auto zero = group.range.rule.zero_in_e_max(group.bounds.least_zero);
  return zero ? std::min(*zero, group.bounds.least_exponent) : kNever;
}

}  // namespace mmasc
