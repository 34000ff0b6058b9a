// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/replay.h"

#include <fmt/format.h>

namespace mmasc {

std::string operand_flags(const OperandLayout& layout, const Case& row) {
  std::string flags;
  for (const OperandRow& input : kInputs)
    if (layout.has(input.operand))
      flags += fmt::format("{}--{} {}", flags.empty() ? "" : " ", input.name,
                           to_hex(row[input.operand], layout[input.operand]));
  return flags;
}

}  // namespace mmasc
