// SPDX-License-Identifier: Apache-2.0
// A black box as a unit of which only the operands are known.
#pragma once

#include <string>

#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/unit.h"

namespace mmasc::identify {

// An exact sum of all products and c, of these operands. Throws InputError where some are random
// bits, which no row is identified with.
Unit box_of(const OperandLayout& layout);
// Of the text that vector files have of their operands: "a=f16 b=f16 c=f32 d=f32 k=4". Throws
// InputError.
Unit box_of(const std::string& formats);

}  // namespace mmasc::identify
