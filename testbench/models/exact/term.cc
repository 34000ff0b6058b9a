// SPDX-License-Identifier: Apache-2.0
#include "exact/term.h"

#include <algorithm>
#include <cassert>

namespace mmasc::exact {
namespace {

Dyadic greatest(const Format& format) {
  return {Integer(format.greatest_significand()),
          format.greatest_exponent() - format.fraction_bits};
}

std::uint64_t bit_field(std::uint64_t bits, int low, int width) {
  const std::uint64_t from_low = bits >> low;
  return width == 64 ? from_low : from_low & ((std::uint64_t{1} << width) - 1);
}

bool is_nan_pattern(const Format& format, bool negative, int field, std::uint64_t fraction) {
  const std::uint64_t all_ones = (std::uint64_t{1} << format.fraction_bits) - 1;
  const bool top = field == format.top_exponent_field();
  switch (format.specials) {
    case Specials::ieee:
      return top && fraction != 0;
    case Specials::nan_all_ones:
      return top && fraction == all_ones;
    case Specials::nan_minus_zero:
      return negative && field == 0 && fraction == 0;
    case Specials::none:
      return false;
  }
  return false;
}

// Exponent of the value as the format holds it: subnormals keep the least.
int held_exponent(const Dyadic& value, const Format& format) {
  return std::max(floor_log2(value), format.least_exponent());
}

Dyadic round_significand(const Dyadic& value, const Format& format, int fraction_bits,
                         Rounding rounding, std::uint64_t random) {
  if (value.is_zero()) return value;
  return round_to_multiple(value, held_exponent(value, format) - fraction_bits, rounding, random);
}

Term number_term(const Dyadic& value, const Format& format) {
  Term term;
  term.value = value;
  term.exponent = held_exponent(value, format);
  term.negative = value.is_negative();
  return term;
}

Term infinity_of(const Format& format, bool negative) {
  return format.has_infinity() ? infinite_term(negative) : nan_term();
}

Dyadic whole(const Integer& value) { return {value, 0}; }

// The least and the greatest integer of a format.
Integer least_integer(const Format& format) {
  return format.sign == Sign::none ? Integer(0) : Integer(-(Integer(1) << format.integer_bits));
}
Integer greatest_integer(const Format& format) { return (Integer(1) << format.integer_bits) - 1; }

Term integer_term(const Integer& value, const Format& format) {
  if (value == 0) return zero_term(format, false);
  Term term;
  term.value = whole(value);
  term.exponent = 0;
  term.negative = value < 0;
  return term;
}

Integer modulo(const Integer& value, const Integer& modulus) {
  const Integer rest = value % modulus;
  return rest < 0 ? Integer(rest + modulus) : rest;
}

Term fit_to_integer(const Dyadic& value, const Format& format, Overflow overflow) {
  assert(value.exponent >= 0 || value.is_zero());
  const Integer integer = value.is_zero()
                              ? Integer(0)
                              : Integer(value.integer << static_cast<unsigned>(value.exponent));
  const Integer least = least_integer(format), greatest = greatest_integer(format);
  if (overflow == Overflow::saturate)
    return integer_term(std::clamp(integer, least, greatest), format);
  const Integer count = greatest - least + 1;
  return integer_term(modulo(integer - least, count) + least, format);
}

}  // namespace

Term nan_term() {
  Term term;
  term.nan = true;
  return term;
}

Term infinite_term(bool negative) {
  Term term;
  term.infinite = true;
  term.negative = negative;
  return term;
}

Term opposite(Term term) {
  term.value = -term.value;
  term.negative = !term.negative;
  return term;
}

Term zero_term(const Format& format, bool negative) {
  Term term;
  term.zero = true;
  term.exponent = format.least_exponent();
  term.negative = negative && format.has_minus_zero();
  return term;
}

Term decode(const Format& format, std::uint64_t bits) {
  if (format.is_integer()) {
    const Integer unsigned_value(bit_field(bits, 0, format.storage_bits()));
    const Integer greatest = greatest_integer(format);
    return integer_term(unsigned_value > greatest
                            ? unsigned_value - (Integer(1) << format.storage_bits())
                            : unsigned_value,
                        format);
  }
  const bool negative = format.is_signed() && bit_field(bits, format.sign_low(), 1) != 0;
  const int field = static_cast<int>(bit_field(bits, format.exponent_low(), format.exponent_bits));
  const std::uint64_t fraction = bit_field(bits, format.fraction_low(), format.fraction_bits);
  if (is_nan_pattern(format, negative, field, fraction)) return nan_term();
  if (format.has_infinity() && field == format.top_exponent_field()) return infinite_term(negative);
  const bool below_normal = field == 0 && format.has_subnormals;
  if (below_normal && fraction == 0) return zero_term(format, negative);
  Term term;
  term.exponent = (below_normal ? 1 : field) - format.bias;
  const std::uint64_t hidden = below_normal ? 0 : std::uint64_t{1} << format.fraction_bits;
  term.value = {Integer(hidden | fraction), *term.exponent - format.fraction_bits};
  if (negative) term.value = -term.value;
  term.negative = negative;
  return term;
}

std::uint64_t encode(const Format& format, const Term& term,
                     std::optional<std::uint64_t> nan_bits) {
  if (format.is_integer()) {
    const Integer value =
        term.value.is_zero()
            ? Integer(0)
            : Integer(term.value.integer << static_cast<unsigned>(term.value.exponent));
    return static_cast<std::uint64_t>(modulo(value, Integer(1) << format.storage_bits()));
  }
  if (term.nan) return nan_bits.value_or(format.default_nan());
  const std::uint64_t sign = std::uint64_t{term.negative} << format.sign_low();
  if (term.infinite) {
    assert(format.has_infinity());
    return sign | (std::uint64_t(format.top_exponent_field()) << format.exponent_low());
  }
  if (term.value.is_zero()) return format.has_minus_zero() ? sign : 0;
  const int exponent = held_exponent(term.value, format);
  const Dyadic units =
      magnitude(term.value) * power_of_two(format.fraction_bits - exponent);  // an integer
  const Dyadic integer = round_to_multiple(units, 0, Rounding::toward_zero);
  assert(integer == units);
  const auto significand = static_cast<std::uint64_t>(
      Integer(integer.integer << static_cast<unsigned>(integer.exponent)));
  const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
  const std::uint64_t field =
      significand < hidden ? 0 : static_cast<std::uint64_t>(exponent + format.bias);
  return sign | (field << format.exponent_low()) |
         ((significand & (hidden - 1)) << format.fraction_low());
}

Term flush_subnormal(const Term& term, const Format& format, Flush flush) {
  if (format.is_integer() || flush == Flush::none || !term.finite()) return term;
  if (term.value.is_zero())
    return flush == Flush::all_to_plus_zero ? zero_term(format, false) : term;
  if (floor_log2(term.value) >= format.least_exponent()) return term;
  return zero_term(format, flush == Flush::keep_sign && term.negative);
}

namespace {

// The value that is rounded as if there were no least exponent lies below the least normal number.
bool is_tiny(const Dyadic& value, const Format& format, const RoundingRule& rule) {
  Dyadic rounded = value;
  const auto round = [&](int fraction_bits, Rounding rounding, std::uint64_t random) {
    if (!rounded.is_zero())
      rounded = round_to_multiple(rounded, floor_log2(rounded) - fraction_bits, rounding, random);
  };
  if (rule.prerounding)
    round(rule.prerounding->significand_fraction, rule.prerounding->rounding, rule.prerandom);
  round(rule.significand_fraction.value_or(format.fraction_bits), rule.rounding, rule.random);
  return floor_log2(rounded) < format.least_exponent();
}

// Whether a value beyond the greatest number becomes it. By IEEE 754, section 7.4, it does where
// the rounding goes no further than to that number, whose last bit is 1: where it takes 1.875 to 1.
bool stays_finite(const RoundingRule& rule, bool negative) {
  if (rule.overflow != Overflow::by_rounding) return rule.overflow == Overflow::saturate;
  const Dyadic size{Integer(15), -3};
  const std::uint64_t all_ones = (std::uint64_t{1} << rule.rounding.random_bits) - 1;
  const Dyadic rounded = round_to_multiple(negative ? -size : size, 0, rule.rounding, all_ones);
  return magnitude(rounded) == Dyadic{Integer(1), 0};
}

}  // namespace

Term round_to_format(const Term& term, const Format& format, const RoundingRule& rule) {
  if (term.nan) return nan_term();
  if (term.infinite) return infinity_of(format, term.negative);
  if (format.is_integer()) return fit_to_integer(term.value, format, rule.overflow);
  if (term.value.is_zero()) return zero_term(format, term.negative);
  if (term.lost) {  // larger by less than anything that a format tells apart
    constexpr int kBelowAll = 1000;
    const Dyadic little = power_of_two(floor_log2(term.value) - kBelowAll);
    Term larger = term;
    larger.lost = false;
    larger.value = larger.value + (term.negative ? -little : little);
    return round_to_format(larger, format, rule);
  }

  if (rule.flush.results != Flush::none && rule.flush.tininess == Tininess::unbounded &&
      is_tiny(term.value, format, rule))
    return zero_term(format, rule.flush.results == Flush::keep_sign && term.negative);
  const int fraction_bits = rule.significand_fraction.value_or(format.fraction_bits);
  Dyadic value = term.value;
  Underflow underflow = rule.underflow;
  if (rule.prerounding) {
    value = round_significand(value, format, rule.prerounding->significand_fraction,
                              rule.prerounding->rounding, rule.prerandom);
    if (value.is_zero()) underflow = rule.prerounding->underflow.value_or(underflow);
  }
  value = round_significand(value, format, fraction_bits, rule.rounding, rule.random);

  if (value.is_zero()) return zero_term(format, term.negative && underflow == Underflow::keep_sign);
  if (less(greatest(format), magnitude(value))) {
    if (!stays_finite(rule, term.negative)) return infinity_of(format, term.negative);
    const Dyadic most =
        round_significand(greatest(format), format, fraction_bits, Rounding::toward_zero, 0);
    return number_term(term.negative ? -most : most, format);
  }
  return flush_subnormal(number_term(value, format), format, rule.flush.results);
}

Signals signals_of(const Term& term, const Format& format, const RoundingRule& rule) {
  if (term.value.is_zero()) return {};
  const int fraction_bits = rule.significand_fraction.value_or(format.fraction_bits);
  const Dyadic rounded =
      round_significand(term.value, format, fraction_bits, rule.rounding, rule.random);
  Signals signals;
  signals.overflow = less(greatest(format), magnitude(rounded));
  signals.inexact = signals.overflow || !(rounded == term.value);
  signals.underflow = signals.inexact && is_tiny(term.value, format, rule);
  return signals;
}

}  // namespace mmasc::exact
