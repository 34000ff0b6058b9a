// SPDX-License-Identifier: Apache-2.0
// Operands as text: ceil(storage bits / 4) hex digits an element, element 0 leftmost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/error.h"
#include "mmasc/unit/format.h"

namespace mmasc {

enum class HexCase { lower, any };  // files are lower case; people type either

// Where in the operand's text the error is, for readers that know where the operand starts.
struct OperandError : InputError {
  OperandError(std::size_t offset_, const std::string& message)
      : InputError(message), offset(offset_) {}
  std::size_t offset;
};

// Exactly `count` elements of raw bits. Throws OperandError; `operand` ("a", "sb") names it there.
std::vector<std::uint64_t> parse_elements(std::string_view hex, const Format& format, int count,
                                          std::string_view operand,
                                          HexCase hex_case = HexCase::any);

// The same of elements of as many bits each.
std::vector<std::uint64_t> parse_elements(std::string_view hex, std::span<const int> widths,
                                          std::string_view operand,
                                          HexCase hex_case = HexCase::any);

std::string to_hex(std::span<const std::uint64_t> elements, const Format& format);
std::string to_hex(std::span<const std::uint64_t> elements, std::span<const int> widths);
std::string to_hex(std::uint64_t element, const Format& format);

}  // namespace mmasc
