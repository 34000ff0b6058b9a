// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/format_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

int ieee_bias(int exponent_bits) { return (1 << (exponent_bits - 1)) - 1; }

// The number behind `letter`, at most four digits and written as to_string does; taken off.
std::optional<int> take_number(std::string_view& text, char letter) {
  constexpr std::size_t kMostDigits = 4;
  if (!text.starts_with(letter)) return std::nullopt;
  text.remove_prefix(1);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto digits = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || number < 0 || digits > kMostDigits ||
      text.substr(0, digits) != std::to_string(number))
    return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

void check_bits(const char* key, int bits, int least, int greatest) {
  if (bits < least || bits > greatest)
    throw RowError(key, fmt::format("{} is out of range; use {}..{}", bits, least, greatest));
}

// Two's complement with a bit beside its sign; or no sign.
std::optional<FormatRow> integer_row(std::string_view name) {
  FormatRow row;
  row.name = name;
  row.sign = name.starts_with('s') ? Sign::leading : Sign::none;
  row.specials = Specials::none;
  const auto bits = take_number(name, name.starts_with('s') ? 's' : 'u');
  if (!bits || !name.empty()) return std::nullopt;
  row.integer_bits = *bits - (row.sign == Sign::leading ? 1 : 0);
  return row.integer_bits > 0 ? std::optional(row) : std::nullopt;
}

// Counts as the name does, in which the sign is a bit.
Format integer_of(const FormatRow& row) {
  const int sign = row.sign == Sign::leading ? 1 : 0;
  if (row.integer_bits > kMaxIntegerBits)
    throw RowError("",
                   fmt::format("{} bits are out of range; use {}{}..{}", row.integer_bits + sign,
                               sign != 0 ? 's' : 'u', 1 + sign, kMaxIntegerBits + sign));
  return {.name = row.name,
          .bias = 1,
          .specials = Specials::none,
          .sign = row.sign,
          .integer_bits = row.integer_bits};
}

void check_specials(const Format& format) {
  if (format.specials == Specials::ieee && format.fraction_bits == 0)
    throw RowError("fraction_bits",
                   "without a fraction bit no NaN differs from an infinity; use 1 or more, or "
                   "specials that have no infinity");
  if (format.specials == Specials::nan_minus_zero && (!format.is_signed() || !format.has_zero()))
    throw RowError("specials",
                   "nan_minus_zero takes the pattern of -0, and there is no -0 without a leading "
                   "sign and subnormals; use nan_all_ones or none");
  if (format.greatest_exponent() < format.least_exponent())
    throw RowError(
        "exponent_bits",
        fmt::format("{} leaves no exponent for a normal number; use more", format.exponent_bits));
}

void check_exponents(const Format& format) {
  const int least = format.least_exponent(), greatest = format.greatest_exponent();
  if (greatest - least > kGreatestExponent - kLeastExponent)
    throw RowError(
        "exponent_bits",
        fmt::format("{} make exponents of {} to {}, more than f64's {} to {}; use fewer",
                    format.exponent_bits, least, greatest, kLeastExponent, kGreatestExponent));
  if (least < kLeastExponent || greatest > kGreatestExponent)
    throw RowError("bias",
                   fmt::format("{} makes exponents of {} to {}, beyond f64's {} to {}; use "
                               "{}..{}",
                               format.bias, least, greatest, kLeastExponent, kGreatestExponent,
                               format.bias + greatest - kGreatestExponent,
                               format.bias + least - kLeastExponent));
}

}  // namespace

std::optional<FormatRow> generic_row(std::string_view name) {
  if (const auto integer = integer_row(name)) return integer;
  FormatRow row;
  row.name = name;
  const auto exponent_bits = take_number(name, 'e');
  if (!exponent_bits) return std::nullopt;
  const auto fraction_bits = take_number(name, 'm');
  if (!fraction_bits) return std::nullopt;
  row.exponent_bits = *exponent_bits;
  row.fraction_bits = *fraction_bits;
  if (name == "fn") {
    row.specials = Specials::nan_all_ones;
  } else if (name == "fnuz") {
    row.specials = Specials::nan_minus_zero;
    row.bias = ieee_bias(std::clamp(row.exponent_bits, 1, kMaxExponentBits)) + 1;
  } else if (name == "f") {
    row.specials = Specials::none;
  } else if (!name.empty()) {
    return std::nullopt;
  }
  return row;
}

Format format_of(const FormatRow& row) {
  if (row.integer_bits > 0) return integer_of(row);
  check_bits("exponent_bits", row.exponent_bits, 1, kMaxExponentBits);
  check_bits("fraction_bits", row.fraction_bits, 0, kMaxFormatFraction);
  const Format format{.name = row.name,
                      .exponent_bits = row.exponent_bits,
                      .fraction_bits = row.fraction_bits,
                      .bias = row.bias.value_or(ieee_bias(row.exponent_bits)),
                      .specials = row.specials,
                      .sign = row.sign,
                      .has_subnormals = row.subnormals,
                      .ignored_low_bits = row.ignored_low_bits};
  check_bits("ignored_low_bits", row.ignored_low_bits, 0,
             64 - (format.storage_bits() - row.ignored_low_bits));
  check_specials(format);
  check_exponents(format);
  return format;
}

FormatRow row_of(const Format& format) {
  FormatRow row{.name = std::string(format.name),
                .exponent_bits = format.exponent_bits,
                .fraction_bits = format.fraction_bits,
                .bias = {},
                .specials = format.specials,
                .sign = format.sign,
                .subnormals = format.has_subnormals,
                .ignored_low_bits = format.ignored_low_bits,
                .source = {},
                .integer_bits = format.integer_bits};
  if (!format.is_integer() && format.bias != ieee_bias(format.exponent_bits))
    row.bias = format.bias;
  return row;
}

}  // namespace mmasc
