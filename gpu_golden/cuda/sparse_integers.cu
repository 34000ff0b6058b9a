// SPDX-License-Identifier: Apache-2.0
#include "integers.cuh"

namespace mmasc {
namespace {

const auto kInt8K32 = int8_kernels("mma.sp.sync"_opcode, "m16n8k32"_opcode);
const auto kInt8K64 = int8_kernels("mma.sp.sync"_opcode, "m16n8k64"_opcode);
const auto kInt4K64 = int4_kernels("mma.sp.sync"_opcode, "m16n8k64"_opcode);
const auto kInt4K128 = int4_kernels("mma.sp.sync"_opcode, "m16n8k128"_opcode);

}  // namespace

std::span<const Kernel> sparse_int8_k32_kernels() { return kInt8K32; }
std::span<const Kernel> sparse_int8_k64_kernels() { return kInt8K64; }
std::span<const Kernel> sparse_int4_k64_kernels() { return kInt4K64; }
std::span<const Kernel> sparse_int4_k128_kernels() { return kInt4K128; }

}  // namespace mmasc
