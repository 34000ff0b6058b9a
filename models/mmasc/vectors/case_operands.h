// SPDX-License-Identifier: Apache-2.0
// A vector's operands as the reference takes them.
#pragma once

#include "mmasc/arith/sequence.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// Valid as long as the case.
inline DotOperands operands_of(const Case& row) {
  DotOperands in;
  for (const OperandRow& input : kInputs) in[input.operand] = row[input.operand];
  return in;
}

}  // namespace mmasc
