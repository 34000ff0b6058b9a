// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/alignment.h"

#include <algorithm>

namespace mmasc {

Alignment::Alignment(const Sums& sums) : sums_(sums) {
  for (int s = 0; s <= sums_.root(); ++s) {
    const auto groups = sums_.groups(s);
    keeps_all_.push_back(!sums_.plan(s).complements() && is_whole(s) && std::ranges::all_of(groups, [&](const Sums::Group& group) {
                           return sums_.plan(s).sticky || loses_nothing(group);
                         }));
  }
}

bool Alignment::is_gone(const Sums::Group& group, int distance) {
  return !group.plan.complements && group.plan.alignment_rounding == Rounding::toward_zero &&
         distance >= group.plan.fraction_bits + group.plan.input.integer_bits();
}

bool Alignment::vanishes(int s, const Sums::Group& group) const {
  const int last = group.plan.reach();  // the least distance that stays
  return last < reach(group) &&
         !(shows_no_zero(s, group, last + 1) &&
           (is_gone(group, last + 1) || is_rounded_away(s, group, last + 1)));
}

// Whether its terms were zeros or nothing was left of them shows nowhere: a term that is not zero
// leads and stays, or no one asks.
bool Alignment::shows_no_zero(int s, const Sums::Group& x, int distance) const {
  const SumPlan& sum = sums_.plan(s);
  if (sum.complements()) return false;  // a zero may add one unit
  return numbers_lead(s, x, distance) ||
         (sum.zero_sign == ZeroSign::plus && (sum.rounds || s == sums_.root()));
}

// Whatever leads a number of `x` by this distance is no zero and no floor.
bool Alignment::numbers_lead(int s, const Sums::Group& x, int distance) const {
  return !zeros_lead_beyond(s, x.bounds.least_exponent + distance - 1);
}

bool Alignment::zeros_lead_beyond(int s, int exponent) const {
  const SumPlan& sum = sums_.plan(s);
  return (sum.has_exponent_floor && sum.exponent_floor > exponent) ||
         std::ranges::any_of(sums_.groups(s), [exponent](const Sums::Group& group) {
           return zero_exponent(group) > exponent;
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
// rounding to nearest keeps: x is less than half of any last bit.
bool Alignment::is_rounded_away(int s, const Sums::Group& x, int distance) const {
  const SumPlan& sum = sums_.plan(s);
  const RoundPlan& round = rounding_of(sums_.whole(), sum);
  const bool to_nearest =
      round.rounding == Rounding::nearest_even || round.rounding == Rounding::nearest_away;
  if (!sum.exact || sum.addend_count != 2 || !(sum.rounds || s == sums_.root()) || !to_nearest ||
      round.rounds_twice() || distance < round.fraction_bits + 3 || !numbers_lead(s, x, distance))
    return false;
  const int leading = x.bounds.least_exponent + distance;
  return leading >= round.least_exponent &&
         std::ranges::all_of(sums_.groups(s), [&](const Sums::Group& group) {
           const TermWidths& input = group.plan.input;
           return group.plan.raised() == 0 && input.integer_bits() == 1 &&
                  input.fraction_bits <= round.fraction_bits &&
                  ((&group.plan == &x.plan && group.plan.count == 1) ||
                   leading > input.exponent_min);
         });
}

// The root adds a term x and a number y of d's format. x has bits to cut only where y leads it by
// so much that the sum keeps y's exponent but for one; there the result's unit is no finer than the
// alignment's, and rounding down once is as good as twice.
bool Alignment::is_floored_twice(int s, const Sums::Group& x) const {
  const SumPlan& sum = sums_.plan(s);
  const RoundPlan& result = sums_.whole().result;
  const auto [kept, rounding] = result.first_cut();
  if (sum.complements() || s != sums_.root() || sum.rounds || sum.addend_count != 2 || sum.group_count != 2 ||
      sum.zero_sign != ZeroSign::plus || rounding != Rounding::down ||
      x.plan.alignment_rounding != Rounding::down)
    return false;
  const auto groups = sums_.groups(s);
  const AddendGroup& y = (&groups[0].plan == &x.plan ? groups[1] : groups[0]).plan;
  const int y_leads_by = x.plan.fraction_bits - x.plan.input.fraction_bits + 1;
  return y.raised() == 0 && y.input.integer_bits() == 1 &&
         y.input.exponent_min == result.least_exponent &&
         std::min(y.fraction_bits, x.plan.fraction_bits) >= y.input.fraction_bits &&
         !y.fixed_zero_exponent() && !x.plan.fixed_zero_exponent() &&
         (!sum.has_exponent_floor || sum.exponent_floor <= result.least_exponent) &&
         y_leads_by > x.plan.input.integer_bits() && x.plan.fraction_bits > kept;
}

bool Alignment::hides_exponent(int s) const {
  if (sums_.plan(s).rounds || s == sums_.root()) return true;
  return keeps_all(sums_.user_of(s)) && hides_exponent(sums_.user_of(s));
}

bool Alignment::hides_zero(int s, int exponent) const {
  if (sums_.plan(s).rounds || s == sums_.root()) return true;
  const int user = sums_.user_of(s);
  const AddendGroup& group = sums_.group_of_user(s);
  const int seen = exponent == kNever ? kNever : group.exponent_in_e_max(exponent, true);
  return !group.own_zero_exponent() ||
         (seen <= sums_.least_exponent(user) && hides_zero(user, seen));
}

int Alignment::harmless_exponent(int s) const {
  if (!hides_exponent(s)) return kNever;
  if (keeps_all(s)) return kAlways;
  if (!is_whole(s) || sums_.plan(s).complements()) return kNever;
  int harmless = kAlways;
  for (const Sums::Group& group : sums_.groups(s)) {
    int of_group = group.bounds.lowest_bit + group.plan.fraction_bits;
    if (is_floored_twice(s, group))
      of_group = std::max(of_group, sums_.whole().result.least_exponent);
    harmless = std::min(harmless, of_group);
  }
  return harmless;
}

int Alignment::harmless_exponent_of_leaf(int leaf) const {
  const int harmless = harmless_exponent(sums_.user_of_leaf(leaf));
  const bool is_exponent = harmless != kAlways && harmless != kNever;
  return is_exponent ? harmless - sums_.group_of_leaf(leaf).raised() : harmless;
}

int Alignment::harmless_exponent_of_products() const {
  int harmless = kAlways;
  for (int lane = 0; lane < sums_.whole().lanes(); ++lane)
    harmless = std::min(harmless, harmless_exponent_of_leaf(lane));
  return harmless;
}

int Alignment::harmless_exponent_of_c() const {
  return harmless_exponent_of_leaf(sums_.whole().lanes());
}

int Alignment::zero_exponent(const Sums::Group& group) {
  using Kind = ZeroExponent::Kind;
  switch (group.plan.zero_rule.kind) {
    case Kind::ignored:
      return kNever;
    case Kind::own:
      return group.bounds.greatest_zero;
    case Kind::fixed:
      break;
  }
  return group.plan.zero_exponent;
}

int Alignment::guaranteed_exponent(const Sums::Group& group) {
  using Kind = ZeroExponent::Kind;
  switch (group.plan.zero_rule.kind) {
    case Kind::ignored:
      return kNever;
    case Kind::own:
      return std::min(group.bounds.least_zero, group.bounds.least_exponent);
    case Kind::fixed:
      break;
  }
  return std::min(group.plan.zero_exponent, group.bounds.least_exponent);
}

}  // namespace mmasc
