// SPDX-License-Identifier: Apache-2.0
// From a constraint's text to its tree.
#pragma once

#include <string_view>
#include <vector>

#include "mmasc/stimulus/operand_constraint.h"

namespace mmasc {

struct ParsedConstraint {
  std::vector<OperandConstraint::Node> nodes;  // the last one is the root
  std::vector<std::uint64_t> literals;
};

// Throws InputError as OperandConstraint does.
ParsedConstraint parse_constraint(std::string_view text, const OperandLayout& layout);

}  // namespace mmasc
