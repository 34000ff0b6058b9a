// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spec/instruction.h"

namespace mmasc {

// The kernel of gpu_golden/hip for a v_mfma instruction: as the compiler names the instruction, the
// same on every GPU. "mfma_f32_32x32x4f16" for "v_mfma_f32_32x32x4_2b_f16" too.
std::string mfma_name(const Instruction& instruction);

}  // namespace mmasc
