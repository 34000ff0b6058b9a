// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "mmasc/coverage/aimer.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {

std::uint64_t Aimer::result_without_c() const {
  Case row = build_.row;
  row.c() = 0;
  return evaluate(sequence_, operands_of(row));
}

void Aimer::aim_late() {
  Leaves products(static_cast<std::size_t>(plan().lanes()));
  std::iota(products.begin(), products.end(), 0);
  const RoundingRule& round = ranges_.rules.result_round;
  const Interval range = build_.exponents(0);
  const int subnormal =
      build_.instruction().a->fraction_bits + build_.instruction().b->fraction_bits;
  const int middle =
      among({std::max(range.low - subnormal, round.least_exponent() - round.fraction_bits),
             std::min(range.high, round.greatest_exponent())});
  if (random_.chance(90))
    add_lead_and_small(products, random_.pick_from(products), middle, round.fraction_bits,
                       build_.any_digits());
  if (goal_.kind == Kind::special) aim_at_special();
  if (goal_.kind == Kind::minus_zero) {
    build_ = OperandBuilder(sequence_, random_);
    build_.term(random_.pick_from(products), build_.exponents(0).low - random_.below(30),
                Digits::power, true);
  }
  if (goal_.kind == Kind::greatest && random_.chance(40))
    fill_up(products, round.greatest_exponent(), round.greatest_exponent() - round.fraction_bits,
            sign());
  build_.set_c(0);
  const Format& c = *build_.instruction().c;
  const std::uint64_t bits = result_without_c();
  const Term<Numbers128> d = decode(plan().d, bits);
  const int exponent = d.zero || d.nan ? round.least_exponent() : static_cast<int>(d.exponent);
  const bool negative = d.negative != 0;
  const auto set_c = [&](int at, Digits digits, bool minus) {
    build_.set_c(build_.number(c, at, digits, minus));
  };
  const bool opposite = random_.chance(50) ? !negative : negative;
  switch (goal_.kind) {
    case Kind::minus_zero:
      return build_.set_c(c.has_minus_zero() ? negated(c, 0) : 0);
    case Kind::special:
      return build_.set_c(random_.chance(30) ? special_bits(random_, c)
                                             : infinity_of(c, !negative));
    case Kind::ladder:
    case Kind::cancel: {
      const auto same = nearest_bits(plan().d, c, bits);
      if (!same) return set_c(exponent, Digits::any, !negative);
      const std::uint64_t minus = negated(c, *same);
      return build_.set_c(random_.chance(60) ? minus : neighbour_bits(random_, c, minus));
    }
    case Kind::fill:
      return set_c(exponent, Digits::ones, negative);
    case Kind::greatest:
      return set_c(round.greatest_exponent() - random_.below(2),
                   random_.chance(70) ? Digits::ones : Digits::any, negative);
    case Kind::least:
      return set_c(round.least_exponent() - random_.between(0, round.fraction_bits),
                   build_.any_digits(), opposite);
    case Kind::loss:
    case Kind::distance: {
      const int distance = goal_.kind == Kind::loss ? losing_distance() : goal_.value + jitter();
      return set_c(goal_.group == 0 ? exponent + distance : exponent - distance,
                   build_.any_digits(), opposite);
    }
    default: {
      const int distance = random_.chance(60) ? round.fraction_bits + random_.between(-1, 3)
                                              : random_.between(0, round.fraction_bits + 4);
      return set_c(random_.chance(50) ? exponent + distance : exponent - distance,
                   random_.chance(40) ? Digits::ones : build_.any_digits(), opposite);
    }
  }
}

}  // namespace mmasc
