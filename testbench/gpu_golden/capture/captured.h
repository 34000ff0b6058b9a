// SPDX-License-Identifier: Apache-2.0
// The instructions whose operands have a known place.
#pragma once

#include "mmasc/unit/instruction.h"

namespace mmasc::testing {

inline bool can_be_captured(const Instruction& row) { return row.storage != Storage::unknown; }

}  // namespace mmasc::testing
