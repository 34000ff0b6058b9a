// SPDX-License-Identifier: Apache-2.0
#include "integers.cuh"

namespace mmasc {
namespace {

const auto kInt8 = int8_kernels("mma.sync"_opcode, "m8n8k16"_opcode);
const auto kInt4 = int4_kernels("mma.sync"_opcode, "m8n8k32"_opcode);

}  // namespace

std::span<const Kernel> int8_m8_kernels() { return kInt8; }
std::span<const Kernel> int4_m8_kernels() { return kInt4; }

}  // namespace mmasc
