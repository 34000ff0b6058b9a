// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mmasc/coverage/aimer.h"

namespace mmasc {

Interval Aimer::exponents(int leaf) const {
  return build_.exponents(leaf) + Interval{offset_in_e_max(leaf), offset_in_e_max(leaf)};
}

bool Aimer::level_in_e_max(const Leaves& all) {
  return std::ranges::any_of(all, [this](int leaf) { return offset_in_e_max(leaf) != 0; }) &&
         random_.chance(50);
}

int Aimer::jitter() { return random_.pick({0, 0, 0, 0, 1, -1, 2, -2, random_.between(-8, 8)}); }

int Aimer::losing_distance() {
  const GroupRange& group = sum().groups[static_cast<std::size_t>(goal_.group)];
  const int least = std::max(1, goal_.value - group.input.fraction_bits);
  return random_.between(least, std::max(least, goal_.value + 3));
}

void Aimer::aim_at_distance(int distance) {
  const auto& own = leaves_.terms(goal_.sum, goal_.group);
  const std::size_t place = static_cast<std::size_t>(random_.below(static_cast<int>(own.size())));
  const int term = random_.pick_from(own[place]);
  Leaves others;
  for (int g = 0; g < leaves_.groups(goal_.sum); ++g) {
    const auto& terms = leaves_.terms(goal_.sum, g);
    for (std::size_t i = 0; i < terms.size(); ++i)
      if (g != goal_.group || i != place)
        others.insert(others.end(), terms[i].begin(), terms[i].end());
  }
  const Interval range = exponents(term);
  if (others.empty() || random_.chance(15)) return aim_below_landmark(term, distance);
  const int lead = random_.pick_from(others);
  const Interval leads = exponents(lead);
  int low = std::max(leads.low, range.low + distance);
  int high = std::min(leads.high, range.high + distance);
  if (build_.share_scales(term, lead)) low = std::max(low, leads.low);
  const int exponent = sum().has_grid() && random_.chance(70)
                           ? below_grid(leads, range + Interval{distance, distance})
                           : among({std::min(low, high), std::max(low, high)});
  const int own_of_lead = own_exponent(lead, exponent);
  const int own_of_term = own_exponent(term, sum().on_grid(exponent) - distance);
  build_.scale_for(lead, own_of_lead, build_.share_scales(term, lead) ? own_of_term : own_of_lead);
  const bool negative = sign();
  fill_below(leaves(), exponent);
  build_.term(lead, own_of_lead, build_.any_digits(), negative);
  if (!build_.share_scales(term, lead)) build_.scale_for(term, own_of_term, own_of_term);
  build_.term(term, own_of_term, build_.any_digits(), sign());
}

int Aimer::below_grid(Interval leads, Interval e_max) {
  const SumRange& sum = this->sum();
  std::vector<int> places;
  const int first = sum.on_grid(std::max(leads.low, e_max.low));
  for (int place = first; place <= std::min(e_max.high, sum.on_grid(leads.high));
       place += sum.grid().step)
    places.push_back(place);
  if (places.empty()) return among(leads);
  const int place = random_.pick_from(places);
  return among({std::max(leads.low, place - sum.grid().step + 1), std::min(leads.high, place)});
}

void Aimer::fill_below(const Leaves& leaves, int exponent) {
  if (!random_.chance(30)) return;
  for (int i = random_.between(1, 3); i > 0; --i) {
    const int leaf = random_.pick_from(leaves);
    const int distance = random_.between(0, std::max(2, goal_.value + 4));
    if (leaf != plan().lanes())
      build_.term(leaf, own_exponent(leaf, exponent - distance), build_.any_digits(), sign());
  }
}

void Aimer::aim_below_landmark(int term, int distance) {
  std::vector<int> landmarks;
  for (const GroupRange& group : sum().groups) {
    if (group.rule.fixed_zero_exponent()) landmarks.push_back(group.rule.zero_exponent.value);
    if (group.rule.own_zero_exponent()) landmarks.push_back(group.input.exponent_min);
  }
  if (sum().has_floor()) landmarks.push_back(sum().floor());
  const int landmark = landmarks.empty() ? among(exponents(term)) : random_.pick_from(landmarks);
  const int own = own_exponent(term, landmark - distance);
  build_.scale_for(term, own, own);
  build_.term(term, own, build_.any_digits(), sign());
}

void Aimer::aim_below_zero() {
  Leaves all = leaves_.all(goal_.sum);
  const int term = random_.pick_from(all);
  aim_below_landmark(term, goal_.value + random_.pick({0, 0, 0, 1, -1}));
  if (goal_.group < 0 || !random_.chance(60)) return;
  // A zero that stands beside a large factor has a large exponent.
  const int zero = random_.pick_from(all);
  if (zero == term || zero >= plan().lanes()) return;
  const Format& b = *build_.instruction().b;
  build_.row[Operand::b][build_.element(zero)] = build_.number(
      b, random_.between(b.least_exponent(), b.greatest_exponent()), Digits::any, sign());
}

}  // namespace mmasc
