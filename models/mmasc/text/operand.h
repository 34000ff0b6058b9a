// SPDX-License-Identifier: Apache-2.0
// An operand as it is typed: `--a`, `--sb`, ... in one of two forms.
//
//     38b8c0...          every element's hex digits, element 0 leftmost; all of them
//     0x38, -1.5, inf    a list, by commas or spaces: 0x.. is raw bits, everything else a value
//
// One element alone is a hex string unless it has a sign, a point, 0x, or is inf or nan: of f32
// 16777216 is the bits 0x16777216, and 16777216.0 the number. In a list it is the number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/format.h"

namespace mmasc {

struct TypedOperand {
  std::vector<std::uint64_t> elements;
  int padded = 0;               // elements that a short list left to be +0
  bool is_also_number = false;  // taken as hex digits, and a number as well: 16777216, 1e300000
  std::string also_bits{};      // the first word of a list that could be bits throughout: 40 48
};

// `name` is what errors call the operand. Throws OperandError; its message ends in the column.
TypedOperand parse_operand(std::string_view text, const Format& format, int count,
                           std::string_view name);

// Whether the text is 0x and hex digits alone: a hexfloat has a point or a p besides.
bool is_raw_bits(std::string_view text);

// One element, as in a list. Throws OperandError that names the text.
std::uint64_t parse_element(std::string_view text, const Format& format);

}  // namespace mmasc
