// SPDX-License-Identifier: Apache-2.0
// A vector as the options of a command that runs it again.
#pragma once

#include <string>

#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// "--a 38.. --b 40.. --c 3f800000 [--sa .. --sb ..] ..."
std::string operand_flags(const OperandLayout& layout, const Case& row);

}  // namespace mmasc
