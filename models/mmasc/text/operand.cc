// SPDX-License-Identifier: Apache-2.0
#include "mmasc/text/operand.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "mmasc/text/number.h"
#include "mmasc/unit/hex.h"

namespace mmasc {
namespace {

constexpr std::string_view kSpace = " \t\n";

bool has_prefix_0x(std::string_view text) {
  return text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

bool is_list(std::string_view text) {
  if (text.find_first_of(", \t\n+-.") != std::string_view::npos || has_prefix_0x(text)) return true;
  return !text.empty() && std::string_view("iInN").find(text[0]) != std::string_view::npos;
}

std::uint64_t parse_raw_bits(std::string_view text, const Format& format) {
  std::string digits(text.substr(2));
  const auto width = static_cast<std::size_t>(format.hex_digits());
  if (digits.empty()) throw OperandError(0, "0x without hex digits");
  if (digits.size() > width)
    throw OperandError(2 + width, fmt::format("{}: {} hex digits; an element of {} has {}", text,
                                              digits.size(), format.name, width));
  const std::size_t missing = width - digits.size();
  digits.insert(0, missing, '0');
  try {
    return parse_elements(digits, format, 1, text).front();
  } catch (const OperandError& error) {
    throw OperandError(std::max(error.offset, missing) - missing + 2, error.what());
  }
}

struct Token {
  std::string_view text;
  std::size_t offset = 0;
};

// Commas separate, and so does white space; two commas without a token between them do not.
std::vector<Token> split_list(std::string_view text) {
  std::vector<Token> tokens;
  bool expects_token = true;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ',') {
      if (expects_token) throw OperandError(at, "a comma without an element before it");
      expects_token = true;
      ++at;
    } else if (kSpace.find(text[at]) != std::string_view::npos) {
      ++at;
    } else {
      const auto end = std::min(text.find_first_of(", \t\n", at), text.size());
      tokens.push_back({text.substr(at, end - at), at});
      expects_token = false;
      at = end;
    }
  }
  if (expects_token) throw OperandError(text.size(), "the list ends without an element");
  return tokens;
}

constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

// A word without 0x as bits: it has just an element's digits.
std::optional<std::uint64_t> bits_of(std::string_view word, const Format& format) {
  if (word.size() != static_cast<std::size_t>(format.hex_digits()) ||
      word.find_first_not_of(kHexDigits) != std::string_view::npos)
    return std::nullopt;
  const std::uint64_t bits = std::stoull(std::string(word), nullptr, 16);
  return bits <= format.storage_mask() ? std::optional(bits) : std::nullopt;
}

// Why a word is no element, and how it is written if it was meant as bits.
std::string refusal(std::string_view word, const Format& format, std::string_view why) {
  const bool could_be_bits = bits_of(word, format).has_value();
  return fmt::format("{}: {}{}", word, why,
                     could_be_bits ? fmt::format("; for the bits write 0x{}", word) : "");
}

// Whether the words of a list could be the bits of other elements than the numbers that they are.
bool could_be_bits(const std::vector<Token>& tokens, const Format& format,
                   const std::vector<std::uint64_t>& elements) {
  bool differ = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto bits = bits_of(tokens[i].text, format);
    if (!bits) return false;
    differ = differ || *bits != elements[i];
  }
  return differ;
}

TypedOperand parse_list(std::string_view text, const Format& format, int count) {
  const std::vector<Token> tokens = split_list(text);
  const auto expected = static_cast<std::size_t>(count);
  if (tokens.size() > expected)
    throw OperandError(tokens[expected].offset,
                       fmt::format("{} elements; give {} x {}", tokens.size(), format.name, count));
  if (tokens.size() < expected && !format.has_subnormals)
    throw OperandError(text.size(),
                       fmt::format("{} of {} elements; {} has no zero to stand in for the others",
                                   tokens.size(), count, format.name));
  TypedOperand operand;
  for (const Token& token : tokens) {
    try {
      operand.elements.push_back(parse_element(token.text, format));
    } catch (const OperandError& error) {
      throw OperandError(token.offset + error.offset, error.what());
    }
  }
  if (could_be_bits(tokens, format, operand.elements)) operand.also_bits = tokens.front().text;
  operand.padded = static_cast<int>(expected - tokens.size());
  operand.elements.resize(expected);
  return operand;
}

bool is_number(std::string_view text) {
  try {
    parse_number(text);
    return true;
  } catch (const OperandError&) {
    return false;
  }
}

TypedOperand parse_hex_string(std::string_view text, const Format& format, int count) {
  const auto width = static_cast<std::size_t>(count * format.hex_digits());
  if (format.is_integer() && count == 1 && text.size() != width && is_number(text))
    return parse_list(text, format, count);
  const auto bad = text.find_first_not_of(kHexDigits);
  if (bad == std::string_view::npos && text.size() != width)
    throw OperandError(
        std::min(text.size(), width),
        fmt::format("{} digits; {} x {} takes {}{}", text.size(), format.name, count, width,
                    text.size() < width ? " (a value has a point: 1.0)" : ""));
  return {.elements = parse_elements(text, format, count, "hex string"),
          .is_also_number = count == 1 && text.front() != '0' && is_number(text)};
}

}  // namespace

bool is_raw_bits(std::string_view text) {
  return has_prefix_0x(text) && text.find_first_of(".pP") == std::string_view::npos;
}

std::uint64_t parse_element(std::string_view text, const Format& format) {
  if (is_raw_bits(text)) return parse_raw_bits(text, format);
  try {
    return encode(parse_number(text), format);
  } catch (const OperandError& error) {
    throw OperandError(error.offset, refusal(text, format, error.what()));
  } catch (const InputError& error) {
    throw OperandError(0, refusal(text, format, error.what()));
  }
}

TypedOperand parse_operand(std::string_view text, const Format& format, int count,
                           std::string_view name) {
  try {
    return is_list(text) ? parse_list(text, format, count) : parse_hex_string(text, format, count);
  } catch (const OperandError& error) {
    throw OperandError(error.offset,
                       fmt::format("{}: {}, column {}", name, error.what(), error.offset + 1));
  }
}

}  // namespace mmasc
