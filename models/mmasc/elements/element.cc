// SPDX-License-Identifier: Apache-2.0
#include "mmasc/elements/element.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "mmasc/arith/convert.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

using uint128 = unsigned __int128;
constexpr int kDigits = std::numeric_limits<double>::digits;

// significand * 2^exponent, the significand with all its kDigits bits.
struct Parts {
  std::uint64_t significand = 0;
  int exponent = 0;
};
Parts parts_of(double magnitude) {
  int exponent = 0;
  const double fraction = std::frexp(magnitude, &exponent);
  return {static_cast<std::uint64_t>(std::ldexp(fraction, kDigits)), exponent - kDigits};
}

// The quotient's leading bits and a sticky bit below what any format of 53 bits rounds by.
constexpr int kUp = 64, kQuotientBits = kUp + 2;
Term<Numbers128> quotient(double number, double scale) {
  Term<Numbers128> term{};
  term.negative = std::signbit(number);
  term.zero = number == 0;
  if (term.zero) return term;
  const Parts x = parts_of(std::fabs(number)), y = parts_of(scale);
  const uint128 up = uint128{x.significand} << kUp;
  const uint128 divided = up / y.significand;
  term.significand = static_cast<int128>(divided | (up % y.significand != 0 ? 1 : 0));
  term.exponent = x.exponent - y.exponent - kUp + kQuotientBits;
  return term;
}

double power_of_two_at_least(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(1.0, fraction == 0.5 ? exponent - 1 : exponent);
}

}  // namespace

std::uint64_t quantised(double number, double scale, const Format& format) {
  const auto term = quotient(number, scale);
  const auto converted =
      convert(term, TermWidths{.magnitude_bits = kQuotientBits + 1, .fraction_bits = kQuotientBits},
              format, {Rounding::nearest_even, Overflow::saturate});
  if (!converted)
    throw InputError(fmt::format("{} has no {}", format.name, what_is_lacking(term, format)));
  return converted->bits;
}

std::string why_not_quantised(const Format& format) {
  constexpr int kMostBits = 16, kMostExponentBits = 8;
  const Format& f32 = format_named("f32");
  if (format.is_integer() || format.storage_bits() > kMostBits ||
      format.exponent_bits > kMostExponentBits || !format.is_signed() || !format.has_zero() ||
      format.ignored_low_bits != 0)
    return fmt::format(
        "elements are quantised to floats of at most {} bits, {} of exponent, with a sign and a "
        "zero",
        kMostBits, kMostExponentBits);
  if (format.greatest_exponent() < f32.least_exponent() ||
      format.greatest_exponent() > f32.greatest_exponent())
    return "the greatest number is beyond those of f32; give another bias";
  return "";
}

double value_of(const Format& format, std::uint64_t bits) {
  const auto term = decode(format, bits);
  const double magnitude =
      std::ldexp(static_cast<double>(static_cast<std::int64_t>(term.significand)),
                 static_cast<int>(term.exponent) - format.fraction_bits);
  return term.negative ? -magnitude : magnitude;
}

double greatest_number(const Format& format) {
  return std::ldexp(static_cast<double>(format.greatest_significand()),
                    format.greatest_exponent() - format.fraction_bits);
}

double scale_for(double greatest, const Format& format, ScaleKind kind) {
  if (greatest == 0) return 1;
  const double most = greatest_number(format);
  if (kind == ScaleKind::mx)
    return std::ldexp(1.0, std::ilogb(greatest) - format.greatest_exponent());
  if (kind == ScaleKind::power_of_two) {
    // The quotient's own rounding could pass a power of two: compare exactly.
    const double near = power_of_two_at_least(greatest / most);
    return near / 2 * most >= greatest ? near / 2 : near * most >= greatest ? near : near * 2;
  }
  const Format& f32 = format_named("f32");
  const double scale = value_of(f32, quantised(greatest, most, f32));
  return scale == 0 ? 1 : scale;
}

std::uint64_t block_scale(double greatest, const Format& format, const Format& scale_format) {
  if (greatest == 0) return one(scale_format);
  if (scale_format.fraction_bits == 0) {
    const int exponent = std::ilogb(greatest) - greatest_leading_exponent(format);
    return quantised(std::ldexp(1.0, std::max(exponent, scale_format.least_exponent())), 1,
                     scale_format);
  }
  const double most = greatest_number(format);
  const std::uint64_t bits = quantised(greatest, most, scale_format);
  const double least = std::ldexp(1.0, scale_format.least_exponent() - scale_format.fraction_bits);
  return value_of(scale_format, bits) == 0 ? quantised(least, 1, scale_format) : bits;
}

}  // namespace mmasc
