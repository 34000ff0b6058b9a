// SPDX-License-Identifier: Apache-2.0
#include "fp8.cuh"

namespace mmasc {
namespace {

const auto kK32F32 = fp8_kernels("mma.sync.aligned.m16n8k32.row.col.f32."_opcode, ".f32"_opcode);
const auto kK32F16 = fp8_kernels("mma.sync.aligned.m16n8k32.row.col.f16."_opcode, ".f16"_opcode);
const auto kK16F32 = fp8_kernels("mma.sync.aligned.m16n8k16.row.col.f32."_opcode, ".f32"_opcode);
const auto kK16F16 = fp8_kernels("mma.sync.aligned.m16n8k16.row.col.f16."_opcode, ".f16"_opcode);

}  // namespace

std::span<const Kernel> fp8_k32_f32_kernels() { return kK32F32; }
std::span<const Kernel> fp8_k32_f16_kernels() { return kK32F16; }
std::span<const Kernel> fp8_k16_f32_kernels() { return kK16F32; }
std::span<const Kernel> fp8_k16_f16_kernels() { return kK16F16; }

}  // namespace mmasc
