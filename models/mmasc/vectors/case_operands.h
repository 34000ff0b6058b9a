// SPDX-License-Identifier: Apache-2.0
// A vector's operands as the reference takes them, and as a batch has them.
#pragma once

#include "mmasc/arith/engine.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// Valid as long as the case.
inline DotOperands operands_of(const Case& row) {
  DotOperands in;
  for (const OperandRow& input : kInputs) in[input.operand] = row[input.operand];
  return in;
}

// An operation of a batch; d is 0.
inline Case case_of(const DotBatch& batch, const OperandLayout& layout, std::size_t number) {
  Case row;
  for (const OperandRow& input : kInputs) {
    const auto each = static_cast<std::size_t>(layout[input.operand].count);
    const auto elements = batch[input.operand].subspan(number * each, each);
    row[input.operand].assign(elements.begin(), elements.end());
  }
  return row;
}

}  // namespace mmasc
