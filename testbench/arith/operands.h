// SPDX-License-Identifier: Apache-2.0
// The tests' operands as the reference takes them.
#pragma once

#include <string>

#include "mmasc/vectors/case_operands.h"
#include "random/random_operands.h"

namespace mmasc {

// Valid as long as the operands.
inline DotOperands view(const Case& x) { return operands_of(x); }
inline DotOperands view(const DotOperands& x) { return x; }

// The calls that run a failing random case again.
inline std::string replay(std::uint64_t unit_seed, std::uint64_t operand_seed) {
  return "random_unit(" + std::to_string(unit_seed) + "), random_operands(" +
         std::to_string(operand_seed) + ")";
}

}  // namespace mmasc
