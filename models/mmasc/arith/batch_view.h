// SPDX-License-Identifier: Apache-2.0
// One operation of a batch.
#pragma once

#include <cassert>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/sequence.h"

namespace mmasc {

inline DotOperands operation(const DotBatch& batch, std::size_t i) {
  DotOperands in;
  for (const OperandRow& row : kInputs) {
    const std::span<const std::uint64_t> elements = batch[row.operand];
    assert(elements.size() % batch.size() == 0);
    const std::size_t each = elements.size() / batch.size();
    in[row.operand] = elements.subspan(i * each, each);
  }
  return in;
}

}  // namespace mmasc
