// SPDX-License-Identifier: Apache-2.0
#include "mmasc/text/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "mmasc/arith/convert.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

// Every f64 is within, written out in full; beyond, exact arithmetic would only cost time.
constexpr std::size_t kMaxDigits = 2000;
constexpr int kMaxExponent = 5000;

constexpr std::string_view kDigits = "0123456789abcdef";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

using Integer = boost::multiprecision::cpp_int;

Integer power(unsigned base, int exponent) {
  return boost::multiprecision::pow(Integer(base), static_cast<unsigned>(exponent));
}

void scale(WrittenNumber& number, unsigned base, int exponent) {
  (exponent < 0 ? number.denominator : number.numerator) *= power(base, std::abs(exponent));
}

// digits [. digits] [e|p exponent], from left to right.
class NumberParser {
 public:
  explicit NumberParser(std::string_view text) : text_(text) {}

  WrittenNumber parse() {
    if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+'))
      number_.negative = text_[at_++] == '-';
    if (word("inf") || word("infinity")) {
      number_.kind = WrittenNumber::Kind::infinite;
    } else if (word("nan")) {
      number_.kind = WrittenNumber::Kind::nan;
    } else {
      base_ = prefix("0x") ? 16 : 10;
      digits();
      exponent();
      if (at_ != text_.size())
        fail("does not belong to a number; write 1.5, -2e-3, 0x1.8p3, inf or nan");
    }
    return number_;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    const auto where = at_ < text_.size() ? quoted(text_[at_]) : "the end of the text";
    throw OperandError(at_, fmt::format("{} {}", where, what));
  }

  bool prefix(std::string_view lower_case) {
    const auto rest = text_.substr(at_, lower_case.size());
    if (!std::ranges::equal(rest, lower_case, {}, lower)) return false;
    at_ += lower_case.size();
    return true;
  }

  bool word(std::string_view lower_case) {
    return text_.size() - at_ == lower_case.size() && prefix(lower_case);
  }

  std::optional<unsigned> digit() const {
    if (at_ >= text_.size()) return std::nullopt;
    const auto value = kDigits.substr(0, base_).find(lower(text_[at_]));
    if (value == std::string_view::npos) return std::nullopt;
    return static_cast<unsigned>(value);
  }

  void digits() {
    std::size_t count = 0;
    int fraction = 0;
    bool in_fraction = false;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '.' && !in_fraction) {
        in_fraction = true;
      } else if (const auto value = digit()) {
        if (++count > kMaxDigits)
          fail(fmt::format("is digit {}; write at most that many less one", count));
        number_.numerator = number_.numerator * base_ + *value;
        fraction += in_fraction;
      } else {
        break;
      }
    }
    if (count == 0) fail("where a number starts with a digit");
    scale(number_, base_, -fraction);
  }

  void exponent() {
    if (at_ == text_.size() || lower(text_[at_]) != (base_ == 16 ? 'p' : 'e')) return;
    ++at_;
    if (at_ < text_.size() && text_[at_] == '+') {
      ++at_;
      if (at_ < text_.size() && text_[at_] == '-') fail("after the sign of the exponent");
    }
    const char* const first = text_.data() + at_;
    const char* const last = text_.data() + text_.size();
    int value = 0;
    const auto parsed = std::from_chars(first, last, value);
    if (parsed.ec == std::errc::invalid_argument) fail("where the exponent needs a digit");
    if (parsed.ec != std::errc() || value < -kMaxExponent || value > kMaxExponent)
      fail(fmt::format("begins an exponent beyond {}", kMaxExponent));
    at_ += static_cast<std::size_t>(parsed.ptr - first);
    scale(number_, base_ == 16 ? 2 : 10, value);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned base_ = 10;
  WrittenNumber number_;
};

// One more than the greatest magnitude of 64 bits is one, too.
using Magnitude = boost::multiprecision::int128_t;

// Magnitudes of a format in order are consecutive integers: exponent field and fraction, or the
// integer.
class Magnitudes {
 public:
  Magnitudes(const Format& format, bool negative) : format_(format), negative_(negative) {}

  Magnitude least() const {
    return format_.has_subnormals ? 0 : with_exponent(format_.least_exponent());
  }
  Magnitude greatest() const {
    if (format_.is_integer())
      return static_cast<Magnitude>(negative_ ? format_.greatest_negative_significand()
                                              : format_.greatest_significand());
    return with_exponent(format_.greatest_exponent()) +
           static_cast<Magnitude>(format_.greatest_significand()) - hidden();
  }

  // The greatest magnitude not above the number; beyond greatest() where no number is so large,
  // below least() where none is so small.
  Magnitude floor(const WrittenNumber& number, bool& exact) const {
    exact = number.numerator == 0;
    if (exact) return format_.has_subnormals ? 0 : least() - 1;
    if (format_.is_integer()) return floor_integer(number, exact);
    const int leading = floor_log2(number);
    if (leading < format_.least_exponent() && !format_.has_subnormals) return least() - 1;
    if (leading > format_.greatest_exponent()) return greatest() + 1;
    const int exponent = std::max(leading, format_.least_exponent());
    Integer numerator = number.numerator, denominator = number.denominator;
    const int up = format_.fraction_bits - exponent;
    (up >= 0 ? numerator : denominator) <<= static_cast<unsigned>(std::abs(up));
    const Integer significand = numerator / denominator;
    exact = significand * denominator == numerator;
    return with_exponent(exponent) + static_cast<Magnitude>(significand) - hidden();
  }

  std::uint64_t bits(Magnitude magnitude, bool negative) const {
    if (format_.is_integer())
      return number_pattern(format_, negative, static_cast<std::uint64_t>(magnitude));
    const std::uint64_t sign = negative ? std::uint64_t{1} << format_.sign_low() : 0;
    return sign | static_cast<std::uint64_t>(magnitude) << format_.fraction_low();
  }

 private:
  Magnitude floor_integer(const WrittenNumber& number, bool& exact) const {
    const Integer integer = number.numerator / number.denominator;
    exact = integer * number.denominator == number.numerator;
    return integer > greatest() ? greatest() + 1 : static_cast<Magnitude>(integer);
  }

  Magnitude hidden() const { return Magnitude{1} << format_.fraction_bits; }

  // The magnitude 2^exponent, a normal number.
  Magnitude with_exponent(int exponent) const {
    return Magnitude{exponent + format_.bias} << format_.fraction_bits;
  }

  static int floor_log2(const WrittenNumber& number) {
    int guess = static_cast<int>(msb(number.numerator)) - static_cast<int>(msb(number.denominator));
    Integer numerator = number.numerator, denominator = number.denominator;
    (guess >= 0 ? denominator : numerator) <<= static_cast<unsigned>(std::abs(guess));
    return numerator < denominator ? guess - 1 : guess;
  }

  const Format& format_;
  const bool negative_;
};

// "between 0.09375 (0x1d) and 0.1015625 (0x1e)", or the one neighbour there is.
std::string neighbours(const Magnitudes& magnitudes, Magnitude below, bool negative,
                       const Format& format) {
  const auto name = [&](Magnitude magnitude) {
    const std::uint64_t bits = magnitudes.bits(magnitude, negative && format.is_signed());
    return fmt::format("{} (0x{})", element_text(format, bits), to_hex(bits, format));
  };
  const std::string_view greatest = negative ? "least" : "greatest";
  if (below >= magnitudes.greatest())
    return fmt::format("its {} is {}", greatest, name(magnitudes.greatest()));
  if (below < magnitudes.least()) return fmt::format("its least is {}", name(magnitudes.least()));
  const auto zero_without_sign = below == 0 && negative && !format.has_minus_zero();
  const std::string low = zero_without_sign ? "0" : name(below), high = name(below + 1);
  return negative ? fmt::format("it lies between {} and {}", high, low)
                  : fmt::format("it lies between {} and {}", low, high);
}

[[noreturn]] void refuse(const Format& format, std::string_view what) {
  throw InputError(fmt::format("{} has no {}", format.name, what));
}

std::string special_or_zero(const Term<Numbers128>& term) {
  const std::string_view sign = term.negative && !term.nan ? "-" : "";
  return fmt::format("{}{}", sign, term.nan ? "nan" : term.infinite ? "inf" : "0");
}

bool is_number(const Term<Numbers128>& term) { return !term.nan && !term.infinite && !term.zero; }

Dyadic value_of(const Format& format, const Term<Numbers128>& term) {
  const BigInt significand(term.significand);
  return {term.negative ? -significand : significand,
          static_cast<int>(term.exponent) - format.fraction_bits};
}

// Decimal digits d1 d2 ... dn and the power of ten of d1's place.
std::string place_point(std::string digits, int leading) {
  const auto last = digits.find_last_not_of('0');
  digits.resize(last + 1);
  const int count = static_cast<int>(digits.size());
  std::string scientific = digits.substr(0, 1);
  if (count > 1) scientific += "." + digits.substr(1);
  scientific += fmt::format("e{}", leading);

  std::string plain;
  if (leading < 0)
    plain = "0." + std::string(static_cast<std::size_t>(-leading - 1), '0') + digits;
  else if (leading + 1 >= count)
    plain = digits + std::string(static_cast<std::size_t>(leading + 1 - count), '0');
  else
    plain = digits.substr(0, static_cast<std::size_t>(leading) + 1) + "." +
            digits.substr(static_cast<std::size_t>(leading) + 1);
  return plain.size() <= scientific.size() + 3 ? plain : scientific;
}

}  // namespace

WrittenNumber parse_number(std::string_view text) { return NumberParser(text).parse(); }

std::uint64_t encode(const WrittenNumber& number, const Format& format) {
  const Magnitudes magnitudes(format, number.negative);
  const auto negative = [&](std::uint64_t bits) {
    return number.negative ? bits | magnitudes.bits(0, true) : bits;
  };
  switch (number.kind) {
    case WrittenNumber::Kind::nan:
      if (!format.has_nan()) refuse(format, "NaN");
      return format.default_nan();
    case WrittenNumber::Kind::infinite:
      if (!format.has_infinity())
        refuse(format, "infinity; " +
                           neighbours(magnitudes, magnitudes.greatest(), number.negative, format));
      return negative(
          magnitudes.bits(Magnitude{format.top_exponent_field()} << format.fraction_bits, false));
    case WrittenNumber::Kind::finite:
      break;
  }
  if (number.negative && number.numerator == 0 && !format.has_minus_zero()) refuse(format, "-0");
  if (number.negative && !format.is_signed()) refuse(format, "negative numbers");
  bool exact = false;
  const Magnitude magnitude = magnitudes.floor(number, exact);
  if (!exact || magnitude > magnitudes.greatest() || magnitude < magnitudes.least())
    refuse(format, "such number; " + neighbours(magnitudes, magnitude, number.negative, format));
  return magnitudes.bits(magnitude, number.negative);
}

std::string to_decimal(const Dyadic& value) {
  if (value.is_zero()) return "0";
  const std::string_view sign = value.integer.is_negative() ? "-" : "";
  Integer magnitude("0x" + value.integer.abs().hex());
  int places = 0;  // digits behind the point: m / 2^n == m * 5^n / 10^n
  if (value.exponent >= 0) {
    magnitude <<= static_cast<unsigned>(value.exponent);
  } else {
    places = -value.exponent;
    magnitude *= power(5, places);
  }
  const std::string digits = magnitude.str();
  const int leading = static_cast<int>(digits.size()) - 1 - places;
  return fmt::format("{}{}", sign, place_point(digits, leading));
}

std::string to_decimal(const Format& format, std::uint64_t bits) {
  const auto term = decode(format, bits);
  if (format.is_integer())
    return fmt::format("{}{}", term.negative ? "-" : "",
                       static_cast<std::uint64_t>(term.significand));
  return is_number(term) ? to_decimal(value_of(format, term)) : special_or_zero(term);
}

std::string to_hexfloat(const Format& format, std::uint64_t bits) {
  const auto term = decode(format, bits);
  if (!is_number(term)) return special_or_zero(term);
  const Dyadic value = value_of(format, term);
  const BigInt magnitude = value.integer.abs();
  const int leading = magnitude.bit_length() - 1;
  std::string fraction;
  for (int low = leading - 4; low > -4; low -= 4) {  // four bits a digit, below the leading 1
    const BigInt shifted = low >= 0 ? magnitude >> low : magnitude << -low;
    fraction += kDigits[shifted.low_limb() & 15];
  }
  fraction.resize(fraction.find_last_not_of('0') + 1);
  return fmt::format("{}0x1{}{}p{:+}", term.negative ? "-" : "", fraction.empty() ? "" : ".",
                     fraction, value.exponent + leading);
}

std::string element_text(const Format& format, std::uint64_t bits, std::size_t longest) {
  std::string decimal = to_decimal(format, bits);
  return decimal.size() <= longest || format.is_integer() ? decimal : to_hexfloat(format, bits);
}

std::string both_texts(const Format& format, std::uint64_t bits) {
  const std::string text = element_text(format, bits);
  if (format.is_integer() || !is_number(decode(format, bits))) return text;
  const std::string hexfloat = to_hexfloat(format, bits);
  return text == hexfloat ? text : text + "  " + hexfloat;
}

std::string exact_text(const Dyadic& value) {
  // A decimal this far out is never short; computing it could take thousands of digits.
  if (std::abs(value.exponent) < 200) {
    std::string decimal = to_decimal(value);
    if (decimal.size() <= kLongestDecimal) return decimal;
  }
  if (value.is_zero()) return "0";
  const int zeros = value.integer.trailing_zeros();
  return fmt::format("{}0x{}p{:+}", value.integer.is_negative() ? "-" : "",
                     (value.integer.abs() >> zeros).hex(), value.exponent + zeros);
}

}  // namespace mmasc
