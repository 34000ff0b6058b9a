// SPDX-License-Identifier: Apache-2.0
#include "mmasc/measures/correct.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mmasc/arith/convert.h"
#include "mmasc/specification/rounding.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {

std::uint64_t correctly_rounded(const Dyadic& number, const Format& format) {
  if (number.is_zero()) return 0;
  ExactTerm term;
  term.negative = number.integer.is_negative();
  term.significand = number.integer.abs();
  term.exponent = number.exponent;
  RoundingRule rule = rule_of(format);
  if (format.is_integer()) rule.overflow = Overflow::saturate;  // the nearest of its numbers
  return encode_exactly(format, format.default_nan(), round_exactly(rule, term).out);
}

Dyadic exact_value(const Format& format, std::uint64_t bits) {
  return decode_exactly(format, Flush::none, bits).value();
}

bool is_finite(const Format& format, std::uint64_t bits) {
  const auto term = decode(format, bits);
  return !term.nan && !term.infinite;
}

double WideDouble::times_power_of_two(int n) const { return std::ldexp(fraction, exponent + n); }

WideDouble to_wide_double(const Dyadic& number) {
  if (number.is_zero()) return {};
  constexpr int kDigits = std::numeric_limits<double>::digits;
  const BigInt magnitude = number.integer.abs();
  const int bits = magnitude.bit_length();
  const int excess = std::max(0, bits - kDigits);
  const auto leading = static_cast<double>((magnitude >> excess).low_limb());
  const double fraction = std::ldexp(leading, excess - bits);
  return {number.integer.is_negative() ? -fraction : fraction, number.exponent + bits};
}

double ratio(const WideDouble& x, const WideDouble& y) {
  return std::ldexp(x.fraction / y.fraction, x.exponent - y.exponent);
}

}  // namespace mmasc
