// SPDX-License-Identifier: Apache-2.0
#include "f8f6f4.cuh"

namespace mmasc {
namespace {

const auto kF32 = small_format_kernels("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32."_opcode,
                                       ".f32"_opcode);
const auto kF16 = small_format_kernels("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16."_opcode,
                                       ".f16"_opcode);

}  // namespace

std::span<const Kernel> f8f6f4_f32_kernels() { return kF32; }
std::span<const Kernel> f8f6f4_f16_kernels() { return kF16; }

}  // namespace mmasc
