// SPDX-License-Identifier: Apache-2.0
// The instructions of which capture knows an operand layout.
#pragma once

#include <algorithm>
#include <array>

#include "mmasc/unit/instruction.h"

namespace mmasc::testing {

inline bool can_be_captured(const Instruction& row) {
  return !row.sparsity &&
         std::ranges::none_of(std::array{"arm/", "power/", "riscv/", "rdna3/", "rdna4/", "x86/tdp"},
                              [&](const char* family) { return row.id.starts_with(family); });
}

}  // namespace mmasc::testing
