// SPDX-License-Identifier: Apache-2.0
// The instructions of which capture knows an operand layout.
#pragma once

#include <algorithm>
#include <array>

#include "mmasc/unit/instruction.h"

namespace mmasc::testing {

inline bool can_be_captured(const Instruction& row) {
  constexpr std::array kWithoutLayout{"power/", "riscv/", "rdna3/", "rdna4/"};
  return !row.sparsity && std::ranges::none_of(kWithoutLayout, [&](const char* part) {
    return row.id.find(part) != row.id.npos;
  });
}

}  // namespace mmasc::testing
