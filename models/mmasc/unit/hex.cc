// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/hex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace mmasc {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

// By character: a digit's value, or -1. A table, since files of vectors are mostly digits.
constexpr auto values_of(std::string_view upper) {
  std::array<signed char, 256> values{};
  values.fill(-1);
  for (std::size_t value = 0; value < kDigits.size(); ++value) {
    values[static_cast<unsigned char>(kDigits[value])] = static_cast<signed char>(value);
    values[static_cast<unsigned char>(upper[value])] = static_cast<signed char>(value);
  }
  return values;
}
constexpr auto kLower = values_of(kDigits), kAny = values_of("0123456789ABCDEF");

int digit_value(char digit, HexCase hex_case) {
  return (hex_case == HexCase::any ? kAny : kLower)[static_cast<unsigned char>(digit)];
}

void check_digits(std::string_view hex, std::string_view operand, HexCase hex_case) {
  for (std::size_t at = 0; at < hex.size(); ++at)
    if (digit_value(hex[at], hex_case) < 0)
      throw OperandError(
          at, fmt::format("{}: {} is not a {}hex digit; use 0-9 and a-f", operand, quoted(hex[at]),
                          hex_case == HexCase::lower ? "lower-case " : ""));
}

std::uint64_t element_of(std::string_view digits, HexCase hex_case) {
  std::uint64_t bits = 0;
  for (const char digit : digits)
    bits = bits << 4 | static_cast<unsigned>(digit_value(digit, hex_case));
  return bits;
}

void append_hex(std::uint64_t element, int digits, std::string& hex) {
  for (int low = 4 * (digits - 1); low >= 0; low -= 4) hex += kDigits[element >> low & 0xf];
}

int digits_of(int bits) { return (bits + 3) / 4; }

}  // namespace

std::vector<std::uint64_t> parse_elements(std::string_view hex, const Format& format, int count,
                                          std::string_view operand, HexCase hex_case) {
  const auto width = static_cast<std::size_t>(format.hex_digits());
  check_digits(hex, operand, hex_case);
  const std::size_t expected = width * static_cast<std::size_t>(count);
  if (hex.size() != expected)
    throw OperandError(hex.size() < expected ? hex.size() : expected,
                       fmt::format("{}: {} hex digits; {} of {} take {}", operand, hex.size(),
                                   count == 1 ? "1 element" : fmt::format("{} elements", count),
                                   format.name, expected));

  std::vector<std::uint64_t> elements;
  elements.reserve(static_cast<std::size_t>(count));
  for (std::size_t at = 0; at < hex.size(); at += width) {
    const std::uint64_t bits = element_of(hex.substr(at, width), hex_case);
    if (bits > format.storage_mask())
      throw OperandError(
          at, fmt::format("{}: element {} is {}, beyond the {} bits of {}; at most {}", operand,
                          at / width, hex.substr(at, width), format.storage_bits(), format.name,
                          to_hex(format.storage_mask(), format)));
    elements.push_back(bits);
  }
  return elements;
}

std::string to_hex(std::span<const std::uint64_t> elements, const Format& format) {
  std::string hex;
  hex.reserve(elements.size() * static_cast<std::size_t>(format.hex_digits()));
  for (const std::uint64_t element : elements) {
    assert(element <= format.storage_mask());
    append_hex(element, format.hex_digits(), hex);
  }
  return hex;
}

std::vector<std::uint64_t> parse_elements(std::string_view hex, std::span<const int> widths,
                                          std::string_view operand, HexCase hex_case) {
  check_digits(hex, operand, hex_case);
  std::size_t expected = 0;
  for (const int bits : widths) expected += static_cast<std::size_t>(digits_of(bits));
  if (hex.size() != expected)
    throw OperandError(std::min(hex.size(), expected),
                       fmt::format("{}: {} hex digits; {} elements take {}", operand, hex.size(),
                                   widths.size(), expected));
  std::vector<std::uint64_t> elements;
  std::size_t at = 0;
  for (const int bits : widths) {
    const std::string_view digits = hex.substr(at, static_cast<std::size_t>(digits_of(bits)));
    elements.push_back(element_of(digits, hex_case));
    if (elements.back() >> bits != 0)
      throw OperandError(at, fmt::format("{}: element {} is {}, beyond its {} bits", operand,
                                         elements.size() - 1, digits, bits));
    at += digits.size();
  }
  return elements;
}

std::string to_hex(std::span<const std::uint64_t> elements, std::span<const int> widths) {
  std::string hex;
  for (std::size_t i = 0; i < elements.size(); ++i)
    append_hex(elements[i], digits_of(widths[i]), hex);
  return hex;
}

std::string to_hex(std::uint64_t element, const Format& format) {
  return to_hex(std::span(&element, 1), format);
}

}  // namespace mmasc
