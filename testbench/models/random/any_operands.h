// SPDX-License-Identifier: Apache-2.0
// Operands of any bits, NaN and infinities among them: whatever the unit takes, by the table of
// operands.
#pragma once

#include "mmasc/stimulus/random.h"
#include "mmasc/vectors/case.h"

namespace mmasc {

// Any bits; of metadata any index, since others name no element.
inline std::uint64_t any_element(Random& random, const OperandLayout& layout, Operand operand,
                                 int i) {
  if (operand == Operand::metadata)
    return static_cast<std::uint64_t>(random.below(layout.sparsity->of));
  return random.next() >> (64 - layout[operand].bits_of(i));
}

// Draws each operand's elements from the one behind those that are there on.
inline void fill_up(const OperandLayout& layout, Random& random, Case& row) {
  for (const OperandRow& input : kInputs) {
    Case::Elements& elements = row[input.operand];
    for (int i = static_cast<int>(elements.size()); i < layout[input.operand].count; ++i)
      elements.push_back(any_element(random, layout, input.operand, i));
  }
}

inline Case any_operands(const OperandLayout& layout, Random& random) {
  Case row;
  row[Operand::c].clear();
  fill_up(layout, random, row);
  return row;
}

}  // namespace mmasc
