// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/from_f32.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

const Format& binary32() {
  static const Format& format = format_named("f32");
  return format;
}

constexpr std::uint64_t low_bits(std::uint64_t word, int count) {
  return word & ((std::uint64_t{1} << count) - 1);
}

// A magnitude is exponent field and fraction as one integer.
std::uint64_t infinite_magnitude(const Format& format) {
  return std::uint64_t(format.top_exponent_field()) << format.fraction_bits;
}

std::uint64_t infinity_or_nan(std::uint64_t sign, const Format& format) {
  return format.has_infinity() ? sign | infinite_magnitude(format) << format.fraction_low()
                               : format.default_nan();
}

std::uint64_t greatest_magnitude(const Format& format) {
  const int binades = format.greatest_exponent() - format.least_exponent();
  return (std::uint64_t(binades) << format.fraction_bits) + format.greatest_significand();
}

FromF32 shift_nearest_even(std::uint64_t significand, int right) {
  if (right <= 0) return {significand << -right, true};
  right = std::min(right, 62);  // beyond, a float32 significand is below half all the same
  const std::uint64_t kept = significand >> right;
  const std::uint64_t lost = low_bits(significand, right);
  const std::uint64_t half = std::uint64_t{1} << (right - 1);
  const bool up = lost > half || (lost == half && kept % 2 == 1);
  return {kept + up, lost == 0};
}

// The magnitude of significand * 2^lsb.
FromF32 round_magnitude(std::uint64_t significand, int lsb, const Format& to) {
  const int leading = lsb + int(std::bit_width(significand)) - 1;
  const int exponent = std::max(leading, to.least_exponent());
  FromF32 rounded = shift_nearest_even(significand, exponent - to.fraction_bits - lsb);
  // The hidden bit and a carry out of rounding move into the exponent field by themselves.
  rounded.bits += std::uint64_t(exponent - to.least_exponent()) << to.fraction_bits;
  return rounded;
}

FromF32 finite(std::uint64_t significand, int lsb, std::uint64_t sign, const Format& to) {
  if (significand == 0 && !to.has_minus_zero()) return {0, sign == 0};
  if (significand == 0) return {sign, true};
  const FromF32 rounded = round_magnitude(significand, lsb, to);
  if (rounded.bits > greatest_magnitude(to)) return {infinity_or_nan(sign, to), false};
  if (rounded.bits == 0 && !to.has_minus_zero()) return {0, false};
  return {sign | rounded.bits << to.fraction_low(), rounded.exact};
}

FromF32 nan(std::uint64_t payload, std::uint64_t sign, const Format& to) {
  const FromF32 kept = shift_nearest_even(payload, binary32().fraction_bits - to.fraction_bits);
  if (!to.has_infinity() || !kept.exact) return {to.default_nan(), false};
  return {sign | (infinite_magnitude(to) | kept.bits) << to.fraction_low(), true};
}

}  // namespace

FromF32 from_f32(std::uint32_t f32, const Format& to) {
  assert(to.is_signed() && to.has_subnormals);
  const Format& from = binary32();
  const std::uint64_t sign = std::uint64_t{f32 >> from.sign_low()} << to.sign_low();
  const int field = int(low_bits(f32 >> from.exponent_low(), from.exponent_bits));
  const std::uint64_t fraction = low_bits(f32, from.fraction_bits);
  if (field == from.top_exponent_field())
    return fraction != 0 ? nan(fraction, sign, to)
                         : FromF32{infinity_or_nan(sign, to), to.has_infinity()};
  const std::uint64_t hidden = std::uint64_t{field != 0} << from.fraction_bits;
  const int lsb = std::max(field, 1) - from.bias - from.fraction_bits;
  return finite(hidden | fraction, lsb, sign, to);
}

}  // namespace mmasc
