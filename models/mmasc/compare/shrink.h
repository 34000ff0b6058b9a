// SPDX-License-Identifier: Apache-2.0
// Operands made smaller as long as what they show stays.
#pragma once

#include <functional>

#include "mmasc/vectors/vector_file.h"

namespace mmasc::compare {

using Shows = std::function<bool(const Case&)>;

// Greedily leaves elements out, sets elements of a, b and c to +0, and clears their set bits, until
// `shows` would fail wherever another element were zeroed or another bit cleared. Scales become 1,
// where that is possible too, and else stay. `row` shows it, and may have any number of elements;
// those that share a scale, or out of which a sparse a keeps some, are left out together.
Case shrink(const OperandLayout& layout, Case row, const Shows& shows);

}  // namespace mmasc::compare
