// SPDX-License-Identifier: Apache-2.0
#include "mma.cuh"

namespace mmasc {
namespace {

const Kernel kKernels[] = {
    mma_kernel("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"_opcode),
    mma_kernel("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32"_opcode),
    mma_kernel("mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16"_opcode),
    mma_kernel("mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16"_opcode),
    mma_kernel("mma.sp.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"_opcode),
    mma_kernel("mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32"_opcode),
    mma_kernel("mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"_opcode),
    mma_kernel("mma.sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32"_opcode),
};

}  // namespace

std::span<const Kernel> sparse_kernels() { return kKernels; }

}  // namespace mmasc
