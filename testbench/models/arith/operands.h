// SPDX-License-Identifier: Apache-2.0
// The tests' operands as the reference takes them.
#pragma once

#include <string>
#include <utility>

#include "mmasc/vectors/case_operands.h"
#include "random/random_operands.h"

namespace mmasc {

// A vector of these operands.
inline Case case_of(Case::Elements a, Case::Elements b, std::uint64_t c,
                    PerOperand<Case::Elements> others = {}) {
  Case row(std::move(others));
  row[Operand::a] = std::move(a);
  row[Operand::b] = std::move(b);
  row.c() = c;
  return row;
}

// Valid as long as the operands.
inline DotOperands view(const Case& x) { return operands_of(x); }
inline DotOperands view(const DotOperands& x) { return x; }

// The calls that run a failing random case again.
inline std::string replay(std::uint64_t unit_seed, std::uint64_t operand_seed) {
  return "random_unit(" + std::to_string(unit_seed) + "), random_operands(" +
         std::to_string(operand_seed) + ")";
}

}  // namespace mmasc
