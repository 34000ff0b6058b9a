// SPDX-License-Identifier: Apache-2.0
#include "vectors/operands.h"

#include <fmt/format.h>

#include <cassert>
#include <optional>

namespace mmasc {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::optional<unsigned> digit_value(char digit, HexCase hex_case) {
  if (hex_case == HexCase::any && digit >= 'A' && digit <= 'F')
    digit = static_cast<char>(digit - 'A' + 'a');
  const auto value = kDigits.find(digit);
  if (value == std::string_view::npos) return std::nullopt;
  return static_cast<unsigned>(value);
}

}  // namespace

std::vector<std::uint64_t> parse_elements(std::string_view hex, const Format& format, int count,
                                          std::string_view operand, HexCase hex_case) {
  const auto width = static_cast<std::size_t>(format.hex_digits());
  for (std::size_t at = 0; at < hex.size(); ++at)
    if (!digit_value(hex[at], hex_case))
      throw OperandError(
          at, fmt::format("{}: {} is not a {}hex digit; use 0-9 and a-f", operand, quoted(hex[at]),
                          hex_case == HexCase::lower ? "lower-case " : ""));
  const std::size_t expected = width * static_cast<std::size_t>(count);
  if (hex.size() != expected)
    throw OperandError(hex.size() < expected ? hex.size() : expected,
                       fmt::format("{}: {} hex digits; {} of {} take {}", operand, hex.size(),
                                   count == 1 ? "1 element" : fmt::format("{} elements", count),
                                   format.name, expected));

  std::vector<std::uint64_t> elements;
  elements.reserve(static_cast<std::size_t>(count));
  for (std::size_t at = 0; at < hex.size(); at += width) {
    std::uint64_t bits = 0;
    for (const char digit : hex.substr(at, width)) bits = bits << 4 | *digit_value(digit, hex_case);
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
    for (int low = 4 * (format.hex_digits() - 1); low >= 0; low -= 4)
      hex += kDigits[element >> low & 0xf];
  }
  return hex;
}

std::string to_hex(std::uint64_t element, const Format& format) {
  return to_hex(std::span(&element, 1), format);
}

}  // namespace mmasc
