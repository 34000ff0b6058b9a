// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/element_bits.h"

#include <algorithm>

#include "mmasc/arith/convert.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

std::uint64_t magnitude_of(const Format& format, std::uint64_t bits) {
  if (format.is_integer())
    return ((bits & sign_mask(format)) != 0 ? 0 - bits : bits) & format.storage_mask();
  const int width = format.exponent_bits + format.fraction_bits;
  return (bits >> format.fraction_low()) & ((std::uint64_t{1} << width) - 1);
}

// The pattern of a finite magnitude and a sign; what the format ignores is drawn.
std::uint64_t pattern(Random& random, const Format& format, bool negative,
                      std::uint64_t magnitude) {
  std::uint64_t bits = number_pattern(format, negative, magnitude);
  const std::uint64_t ignored = random.next();
  if (ignored % 4 != 0) return bits;
  bits |= (ignored >> 32) & ((std::uint64_t{1} << format.ignored_low_bits) - 1);
  if (format.sign == Sign::ignored) bits |= std::uint64_t{1} << format.sign_low();
  return bits;
}

// An integer whose leading bit has about this exponent, the bits below it as given.
std::uint64_t integer_near(const Format& format, int exponent, std::uint64_t bits) {
  const std::uint64_t leading = magnitude_near(format, exponent, 0);
  return exponent >= format.integer_bits ? leading : leading | (bits & (leading - (leading != 0)));
}

std::uint64_t corner_integer(Random& random, const Format& format) {
  const std::uint64_t greatest = greatest_magnitude(format);
  return random.pick(
      {std::uint64_t{0}, std::uint64_t{1}, number_pattern(format, true, format.is_signed() ? 1 : 0),
       number_pattern(format, false, greatest), number_pattern(format, false, greatest - 1),
       number_pattern(format, true, format.greatest_negative_significand()),
       number_pattern(format, true, format.is_signed() ? greatest : 0)});
}

}  // namespace

std::uint64_t number_bits(Random& random, const Format& format, int exponent) {
  const bool negative = random.chance(50);
  const std::uint64_t hidden = format.is_integer() ? 0 : hidden_bit(format);
  std::uint64_t fraction = random.next() & (hidden - 1);
  const int shape = random.below(100);
  if (shape < 10) fraction = 0;
  if (shape >= 10 && shape < 20) fraction = hidden - 1;
  return pattern(random, format, negative,
                 format.is_integer() ? integer_near(format, exponent, fraction)
                                     : magnitude_near(format, exponent, fraction));
}

std::uint64_t power_bits(Random& random, const Format& format, int exponent) {
  const bool negative = random.chance(50);
  if (format.is_integer())
    return pattern(random, format, negative, magnitude_near(format, std::max(0, exponent), 0));
  if (exponent < format.least_exponent() && format.has_subnormals) {
    const int place = std::max(0, format.fraction_bits - (format.least_exponent() - exponent));
    return pattern(random, format, negative, std::uint64_t{1} << place);
  }
  const int normal = std::clamp(exponent, format.least_exponent(), format.greatest_exponent());
  return pattern(random, format, negative,
                 static_cast<std::uint64_t>(normal + format.bias) << format.fraction_bits);
}

std::uint64_t full_bits(Random& random, const Format& format, int exponent) {
  const std::uint64_t ones = hidden_bit(format) - 1;
  const std::uint64_t cleared = random.chance(30) ? std::uint64_t{1} << random.below(3) : 0;
  if (format.is_integer())
    return pattern(random, format, false, integer_near(format, exponent, ~cleared));
  return pattern(random, format, false, magnitude_near(format, exponent, ones & ~cleared));
}

std::uint64_t uniform_bits(Random& random, const Format& format) {
  const bool negative = random.chance(50);
  std::uint64_t magnitude = magnitude_of(format, random.next());
  if (magnitude > greatest_magnitude(format)) magnitude >>= 1;
  return pattern(random, format, negative, magnitude);
}

std::uint64_t zero_bits(Random& random, const Format& format) {
  const bool negative = random.chance(50);
  return pattern(random, format, negative, 0);
}

std::uint64_t corner_bits(Random& random, const Format& format) {
  if (format.is_integer()) return corner_integer(random, format);
  const std::uint64_t hidden = hidden_bit(format);
  const std::uint64_t one = static_cast<std::uint64_t>(format.bias) << format.fraction_bits;
  const bool negative = random.chance(50);
  const std::uint64_t magnitude =
      random.pick({std::uint64_t{0}, std::uint64_t{1}, hidden - 1, hidden, hidden + 1, one, one + 1,
                   greatest_magnitude(format), greatest_magnitude(format) - 1});
  return pattern(random, format, negative, std::min(magnitude, greatest_magnitude(format)));
}

std::uint64_t special_bits(Random& random, const Format& format) {
  if (!format.has_nan()) return uniform_bits(random, format);
  const bool infinity = format.has_infinity() && random.chance(70);
  const std::uint64_t sign = random.chance(50) ? sign_mask(format) : 0;
  if (infinity)
    return sign |
           (static_cast<std::uint64_t>(format.top_exponent_field()) << format.exponent_low());
  return sign | format.default_nan();
}

std::uint64_t neighbour_bits(Random& random, const Format& format, std::uint64_t bits) {
  const std::uint64_t magnitude = magnitude_of(format, bits);
  const auto distance = static_cast<std::uint64_t>(random.between(1, 3));
  const bool negative = (bits & sign_mask(format)) != 0;
  if (magnitude >= distance && random.chance(50))
    return pattern(random, format, negative, magnitude - distance);
  if (magnitude + distance > greatest_magnitude(format)) return bits;
  return pattern(random, format, negative, magnitude + distance);
}

std::optional<std::uint64_t> nearest_bits(const Format& from, const Format& to,
                                          std::uint64_t bits) {
  const bool stays = to.has_infinity() && decode(from, bits).infinite;
  return convert(from, to, bits, {.overflow = stays ? Overflow::infinity : Overflow::saturate});
}

std::uint64_t negated(const Format& format, std::uint64_t bits) {
  if (magnitude_of(format, bits) == 0 && !format.has_minus_zero()) return bits;
  if (format.is_integer())
    return number_pattern(format, (bits & sign_mask(format)) == 0, magnitude_of(format, bits));
  return bits ^ sign_mask(format);
}

}  // namespace mmasc
