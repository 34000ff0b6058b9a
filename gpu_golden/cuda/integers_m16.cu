// SPDX-License-Identifier: Apache-2.0
#include "integers.cuh"

namespace mmasc {
namespace {

const auto kInt8K16 = int8_kernels("mma.sync"_opcode, "m16n8k16"_opcode);
const auto kInt8K32 = int8_kernels("mma.sync"_opcode, "m16n8k32"_opcode);
const auto kInt4K32 = int4_kernels("mma.sync"_opcode, "m16n8k32"_opcode);
const auto kInt4K64 = int4_kernels("mma.sync"_opcode, "m16n8k64"_opcode);

}  // namespace

std::span<const Kernel> int8_k16_kernels() { return kInt8K16; }
std::span<const Kernel> int8_k32_kernels() { return kInt8K32; }
std::span<const Kernel> int4_k32_kernels() { return kInt4K32; }
std::span<const Kernel> int4_k64_kernels() { return kInt4K64; }

}  // namespace mmasc
