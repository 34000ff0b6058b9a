// SPDX-License-Identifier: Apache-2.0
// Operands that make a unit work: exponents that meet, carries, cancellation, the ends of the
// formats, and few results that are NaN.
#pragma once

#include <cstdint>

#include "mmasc/vectors/case.h"

namespace mmasc {

// The same operands for a unit and a seed on every platform; d is 0.
Case random_operands(const Unit& unit, std::uint64_t seed);

// The operands of a row's elements, and of a column's.
inline Case crossed(const Case& row, const Case& column) {
  Case both = row;
  for (const OperandRow& input : kInputs)
    if (input.along == Along::column) both[input.operand] = column[input.operand];
  return both;
}

}  // namespace mmasc
