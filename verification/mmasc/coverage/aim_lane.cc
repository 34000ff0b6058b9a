// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mmasc/coverage/aimer.h"

namespace mmasc {

void Aimer::aim_at_lane() {
  const Format& format = format_of(goal_.lane.of_b);
  switch (goal_.lane.special) {
    case Special::nan:
      return put_alone(format.default_nan());
    case Special::infinity:
      return put_alone(infinity_of(format, sign()));
    case Special::subnormal:
      return put_subnormals();
    case Special::minus_zero:
      return put_minus_zeros();
  }
}

void Aimer::put_alone(std::uint64_t special) {
  const bool of_b = goal_.lane.of_b;
  if (random_.chance(50))
    for (int lane = 0; lane < plan().lanes(); ++lane)
      build_.term(lane, random_.between(-4, 4), build_.any_digits(), sign());
  const std::size_t i = build_.element(goal_.lane.lane);
  const Format& partner = format_of(!of_b);
  element_of(of_b, i) = special;
  // Small, so that a large number in place of an infinity gives no infinite product.
  element_of(!of_b, i) =
      build_.number(partner, random_.pick({0, partner.least_exponent(), random_.between(-8, 0)}),
                    Digits::power, sign());
}

// That lifts a small factor above whatever is cut off.
int Aimer::exponent_for(const Format& partner) {
  const int greatest = partner.greatest_exponent();
  return random_.pick({0, greatest, random_.between(0, std::max(0, greatest))});
}

void Aimer::put_subnormals() {
  const bool of_b = goal_.lane.of_b;
  const Format &format = format_of(of_b), &partner = format_of(!of_b);
  const int exponent = exponent_for(partner);
  const bool largest = random_.chance(50), signs = random_.chance(50);
  for (int lane = 0; lane < plan().lanes(); ++lane) {
    const std::size_t i = build_.element(lane);
    const int below = largest ? 1 : random_.between(1, format.fraction_bits);
    element_of(of_b, i) = build_.number(format, format.least_exponent() - below,
                                        largest ? Digits::power : Digits::any, signs && sign());
    element_of(!of_b, i) = build_.number(partner, exponent, Digits::power, false);
  }
}

void Aimer::put_minus_zeros() {
  const bool of_b = goal_.lane.of_b, alone = random_.chance(25);
  const Format &format = format_of(of_b), &partner = format_of(!of_b);
  const Format& c = *build_.instruction().c;
  const int exponent = exponent_for(partner);
  const std::size_t only = build_.element(goal_.lane.lane);
  for (std::size_t i = 0; i < build_.row[Operand::a].size(); ++i) {
    element_of(of_b, i) = alone && i != only ? 0 : negated(format, 0);
    element_of(!of_b, i) = build_.number(partner, exponent, Digits::power, false);
  }
  if (!alone && c.has_minus_zero()) build_.set_c(negated(c, 0));
}

}  // namespace mmasc
