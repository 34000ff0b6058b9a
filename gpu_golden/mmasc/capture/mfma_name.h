// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "mmasc/unit/instruction.h"

namespace mmasc {

// The name of the kernel in gpu_golden/hip for a v_mfma instruction: the compiler's name, the same
// on every GPU. "mfma_f32_32x32x4f16" is that of "v_mfma_f32_32x32x4_2b_f16" too.
std::string mfma_name(const Instruction& instruction);

}  // namespace mmasc
