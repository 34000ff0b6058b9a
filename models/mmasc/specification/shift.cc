// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/shift.h"

namespace mmasc {
namespace {

// Whether the highest bits of what is lost, and as many random ones, add up to a carry.
bool random_carry(const ExactShift& shift) {
  const int drawn = shift.rounding.random_bits;
  const int below = shift.distance - drawn;  // the bits ignored, or padded
  const BigInt highest = below >= 0 ? shift.lost >> below : shift.lost << -below;
  return (highest + shift.random).bit_length() > drawn;
}

// How what is lost lies to half of the last bit kept.
bool is_at_least_half(const ExactShift& shift) { return shift.lost.bit(shift.distance - 1); }
bool is_half(const ExactShift& shift) {
  return is_at_least_half(shift) && shift.lost.trailing_zeros() == shift.distance - 1;
}

// Whether a magnitude that loses bits goes up to the next that is kept: the modes as
// docs/datapath.md has them, in words of their own.
bool goes_up(const ExactShift& shift) {
  const bool is_odd = shift.kept.bit(0);
  switch (shift.rounding.mode) {
    case RoundingMode::nearest_even:
      return is_half(shift) ? is_odd : is_at_least_half(shift);
    case RoundingMode::nearest_away:
      return is_at_least_half(shift);
    case RoundingMode::toward_zero:
      return false;
    case RoundingMode::down:
      return shift.negative;
    case RoundingMode::up:
      return !shift.negative;
    case RoundingMode::away:
      return true;
    case RoundingMode::to_odd:
      return !is_odd;
    case RoundingMode::stochastic:
      return random_carry(shift);
  }
  return false;
}

}  // namespace

ExactShift shift_and_round(const Dyadic& magnitude, bool negative, int distance, Rounding rounding,
                           std::uint32_t random) {
  ExactShift shift;
  shift.negative = negative;
  shift.magnitude = magnitude.integer;
  shift.unit = magnitude.exponent;
  shift.distance = distance;
  shift.rounding = rounding;
  shift.random = random;
  if (distance <= 0) {
    shift.kept = magnitude.integer << -distance;
    return shift;
  }
  shift.kept = magnitude.integer >> distance;
  shift.lost = magnitude.integer.low_bits(distance);
  shift.incremented = !shift.lost.is_zero() && goes_up(shift);
  if (shift.incremented) shift.kept += 1;
  return shift;
}

Dyadic ExactShift::dropped() const {
  const Dyadic size{incremented ? lost - (BigInt(1) << distance) : lost, unit};
  return negative ? -size : size;
}

}  // namespace mmasc
