// SPDX-License-Identifier: Apache-2.0
#include "mmasc/text/round_number.h"

#include <fmt/format.h>

#include <string>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

using boost::multiprecision::cpp_int;

// Far more than a format's 53; what does not fit is kept as a sticky bit, below all that any
// rounding looks at.
constexpr int kBits = 118;

// The quotient's leading bits and a sticky bit.
struct Leading {
  cpp_int significand;
  int exponent = 0;  // of the last bit
};

Leading leading_bits(cpp_int numerator, cpp_int denominator) {
  const int up = kBits - (static_cast<int>(msb(numerator)) - static_cast<int>(msb(denominator)));
  (up >= 0 ? numerator : denominator) <<= static_cast<unsigned>(up >= 0 ? up : -up);
  Leading leading{numerator / denominator, -up};
  if (leading.significand * denominator != numerator) leading.significand |= 1;
  return leading;
}

Term<Numbers128> term_of(const WrittenNumber& number, const TermWidths& widths) {
  Term<Numbers128> term{};
  term.negative = number.negative;
  term.nan = number.kind == WrittenNumber::Kind::nan;
  term.infinite = number.kind == WrittenNumber::Kind::infinite;
  term.zero = number.kind == WrittenNumber::Kind::finite && number.numerator == 0;
  if (term.nan || term.infinite || term.zero) return term;
  const Leading leading = leading_bits(number.numerator, number.denominator);
  term.significand = static_cast<int128>(leading.significand);
  term.exponent = leading.exponent + widths.fraction_bits;
  return term;
}

// Whether an element is the number.
bool is_number(const Format& format, std::uint64_t bits, const WrittenNumber& number) {
  const auto term = decode(format, bits);
  if (number.kind != WrittenNumber::Kind::finite)
    return number.kind == WrittenNumber::Kind::nan ? term.nan : term.infinite;
  if (term.nan || term.infinite) return false;
  const int exponent = static_cast<int>(term.exponent) - format.fraction_bits;
  cpp_int element(term.significand), written = number.numerator;
  (exponent >= 0 ? element : written) <<=
      static_cast<unsigned>(exponent >= 0 ? exponent : -exponent);
  return element * number.denominator == written;
}

// Whether an element has no sign that could be minus. An integer's 0 never has one.
bool loses_sign(const Format& format, std::uint64_t bits) {
  const auto term = decode(format, bits);
  return term.nan || (term.negative == 0 && !format.is_integer());
}

}  // namespace

RoundedNumber round_number(const WrittenNumber& number, const Format& format,
                           Conversion conversion) {
  const TermWidths widths{.magnitude_bits = kBits + 1, .fraction_bits = kBits};
  const auto term = term_of(number, widths);
  const auto converted = convert(term, widths, format, conversion);
  if (!converted)
    throw InputError(fmt::format("{} has no {}", format.name, what_is_lacking(term, format)));
  return {.bits = converted->bits,
          .exact = is_number(format, converted->bits, number),
          .overflows = converted->overflows,
          .loses_sign = number.negative && loses_sign(format, converted->bits)};
}

}  // namespace mmasc
