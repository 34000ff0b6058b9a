// SPDX-License-Identifier: Apache-2.0
// A program that compares the emitted function with vectors and returns 1 where one differs.
#pragma once

#include <span>
#include <string>

#include "mmasc/vectors/case.h"

namespace mmasc {

// Text behind the functions; compiled where NAME_SELF_TEST is defined.
std::string c_self_test(const OperandLayout& layout, bool has_flags, const std::string& name,
                        std::span<const Case> cases);

}  // namespace mmasc
