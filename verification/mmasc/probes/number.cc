// SPDX-License-Identifier: Apache-2.0
#include "mmasc/probes/number.h"

#include <algorithm>
#include <bit>

#include "mmasc/arith/convert.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc::probes {
namespace {

int top_bit(std::uint64_t significand) { return static_cast<int>(std::bit_width(significand)) - 1; }

}  // namespace

Number read_number(const Format& format, std::uint64_t bits) {
  const auto term = decode(format, bits);
  Number number{
      .nan = bool(term.nan), .infinite = bool(term.infinite), .negative = bool(term.negative)};
  if (!number.finite() || term.zero) return number;
  number.significand = static_cast<std::uint64_t>(term.significand);
  const int zeros = std::countr_zero(number.significand);
  number.significand >>= zeros;
  number.exponent = static_cast<int>(term.exponent) - format.fraction_bits + zeros;
  return number;
}

std::optional<std::int64_t> in_units(const Number& number, int exponent) {
  if (number.zero()) return 0;
  const int shift = number.exponent - exponent;
  if (!number.finite() || shift < 0 || top_bit(number.significand) + shift > 61)
    return std::nullopt;
  const auto magnitude = static_cast<std::int64_t>(number.significand << shift);
  return number.negative ? -magnitude : magnitude;
}

std::optional<std::uint64_t> write_number(const Format& format, int exponent, int significand,
                                          bool negative) {
  const auto integer = static_cast<std::uint64_t>(significand);
  const int spare = format.fraction_bits - top_bit(integer);
  if (spare < 0 || exponent > format.greatest_exponent()) return std::nullopt;
  if (negative && !format.is_signed()) return std::nullopt;
  std::uint64_t scaled = integer << spare;
  if (exponent == format.greatest_exponent() && scaled > format.greatest_significand())
    return std::nullopt;
  std::uint64_t magnitude = 0;
  if (exponent >= format.least_exponent()) {
    const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
    magnitude = (static_cast<std::uint64_t>(exponent + format.bias) << format.fraction_bits) |
                (scaled - hidden);
  } else {
    const int shift = format.least_exponent() - exponent;
    if (!format.has_subnormals || shift > format.fraction_bits) return std::nullopt;
    magnitude = scaled >> shift;
    if (magnitude << shift != scaled) return std::nullopt;
  }
  return (magnitude << format.fraction_low()) | (negative ? sign_mask(format) : 0);
}

std::uint64_t greatest_number(const Format& format, int fraction_bits, bool negative) {
  const std::uint64_t dropped = (std::uint64_t{1} << (format.fraction_bits - fraction_bits)) - 1;
  const auto field = static_cast<std::uint64_t>(format.greatest_exponent() + format.bias);
  const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
  const std::uint64_t fraction = (format.greatest_significand() - hidden) & ~dropped;
  return field << format.exponent_low() | fraction << format.fraction_low() |
         (negative ? sign_mask(format) : 0);
}

std::uint64_t near_one(const Format& format, bool negative) {
  const int exponent = std::clamp(0, format.least_exponent(), format.greatest_exponent());
  return *write_number(format, exponent, 1, negative);
}

std::uint64_t zero_bits(const Format& format, bool negative) {
  return negative && format.has_minus_zero() ? sign_mask(format) : 0;
}

std::uint64_t infinity_bits(const Format& format, bool negative) {
  return (static_cast<std::uint64_t>(format.top_exponent_field()) << format.exponent_low()) |
         (negative ? sign_mask(format) : 0);
}

int smallest_exponent(const Format& format) {
  return format.least_exponent() - (format.has_subnormals ? format.fraction_bits : 0);
}

}  // namespace mmasc::probes
