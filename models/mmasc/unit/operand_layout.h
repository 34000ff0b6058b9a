// SPDX-License-Identifier: Apache-2.0
// The operands of one dot product: which a unit has, how many elements of each, and how wide.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/hex.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// The elements of one operand, all in one format, or each of its own width.
struct OperandElements {
  int count = 0;  // 0: the unit has no such operand
  const Format* format = nullptr;
  std::span<const int> widths{};  // where there is no format

  int bits_of(int element) const {
    return format ? format->storage_bits() : widths[static_cast<std::size_t>(element)];
  }
};

// Enough to read and write operands without knowing the instruction.
struct OperandLayout {
  PerOperand<const Format*> format;  // null: the unit lacks the operand, or it is of other keys
  int k = 0;
  int scale_block = 0;  // elements of k that share a scale; 0: no block scales
  std::optional<SparsityRow> sparsity{};
  std::vector<int> random{};  // bits of each random element that stochastic roundings draw

  // Valid as long as the layout.
  OperandElements operator[](Operand operand) const;
  bool has(Operand operand) const { return (*this)[operand].count > 0; }
};
OperandLayout layout_of(const Unit& unit);
// The same without `random`, which follows from the unit's plan.
OperandLayout layout_but_random(const Unit& unit);
// The unit has the layout's operands then; random bits follow from its plan.
void take_operands(const OperandLayout& layout, Unit& unit);

// The value of the line `formats` in vector files.
std::string to_text(const OperandLayout& layout);

// As hex digits, in the order of the elements.
std::string to_hex(std::span<const std::uint64_t> elements, const OperandElements& operand);
std::vector<std::uint64_t> parse_elements(std::string_view hex, const OperandElements& operand,
                                          std::string_view name, HexCase hex_case = HexCase::any);

// "ID has no block scales": why the unit takes no such operand.
std::string lacks_text(const Unit& unit, Operand operand);

}  // namespace mmasc
