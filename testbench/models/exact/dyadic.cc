// SPDX-License-Identifier: Apache-2.0
#include "exact/dyadic.h"

#include <algorithm>
#include <cassert>

namespace mmasc::exact {
namespace {

// x's integer in units of 2^exponent, which is at most x's own.
Integer integer_in_units(const Dyadic& x, int exponent) {
  assert(exponent <= x.exponent);
  return Integer(x.integer << static_cast<unsigned>(x.exponent - exponent));
}

// Whether a magnitude that is `quotient` and a lost part goes up to the next integer. `twice_lost`
// compares twice the lost part with one: -1 below, 0 equal, 1 above.
bool goes_up(bool negative, bool quotient_is_odd, int twice_lost, Rounding rounding) {
  switch (rounding.mode) {
    case RoundingMode::nearest_even:
      return twice_lost > 0 || (twice_lost == 0 && quotient_is_odd);
    case RoundingMode::nearest_away:
      return twice_lost >= 0;
    case RoundingMode::toward_zero:
      return false;
    case RoundingMode::down:
      return negative;
    case RoundingMode::up:
      return !negative;
    case RoundingMode::away:
      return true;
    case RoundingMode::to_odd:
      return !quotient_is_odd;
    case RoundingMode::stochastic:
      break;  // by random_carry()
  }
  return false;
}

// Whether the highest bits of what is lost of 2^shift, and as many random ones, add up to a carry.
bool random_carry(const Integer& lost, unsigned shift, int bits, std::uint64_t random) {
  const auto drawn = static_cast<unsigned>(bits);
  const Integer highest = (lost << drawn) >> shift;
  return highest + random >= (Integer(1) << drawn);
}

}  // namespace

Dyadic power_of_two(int exponent) { return {1, exponent}; }

Dyadic operator-(const Dyadic& x) { return {Integer(-x.integer), x.exponent}; }

Dyadic operator+(const Dyadic& x, const Dyadic& y) {
  if (x.is_zero()) return y;
  if (y.is_zero()) return x;
  const int exponent = std::min(x.exponent, y.exponent);
  return {Integer(integer_in_units(x, exponent) + integer_in_units(y, exponent)), exponent};
}

Dyadic operator*(const Dyadic& x, const Dyadic& y) {
  return {Integer(x.integer * y.integer), x.exponent + y.exponent};
}

bool operator==(const Dyadic& x, const Dyadic& y) { return (x + -y).is_zero(); }

Dyadic magnitude(const Dyadic& x) { return x.is_negative() ? -x : x; }

bool less(const Dyadic& x, const Dyadic& y) { return (x + -y).is_negative(); }

int floor_log2(const Dyadic& x) {
  assert(!x.is_zero());
  return static_cast<int>(boost::multiprecision::msb(magnitude(x).integer)) + x.exponent;
}

Dyadic round_to_multiple(const Dyadic& x, int unit_exponent, Rounding rounding,
                         std::uint64_t random) {
  if (x.is_zero() || x.exponent >= unit_exponent) return x;
  const auto shift = static_cast<unsigned>(unit_exponent - x.exponent);
  const Integer size = magnitude(x).integer;
  Integer quotient = size >> shift;
  const Integer lost = size - (quotient << shift);
  if (lost == 0) return {Integer(x.is_negative() ? Integer(-quotient) : quotient), unit_exponent};
  const Integer half = Integer(1) << (shift - 1);
  const int twice_lost = lost.compare(half);
  if (rounding.is_stochastic()
          ? random_carry(lost, shift, rounding.random_bits, random)
          : goes_up(x.is_negative(), (quotient & 1) != 0, twice_lost, rounding))
    ++quotient;
  if (x.is_negative()) quotient = -quotient;
  return {quotient, unit_exponent};
}

}  // namespace mmasc::exact
