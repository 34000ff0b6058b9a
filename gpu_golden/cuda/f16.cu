// SPDX-License-Identifier: Apache-2.0
#include "mma.cuh"

namespace mmasc {
namespace {

const Kernel kKernels[] = {
    mma_kernel("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"_opcode),
    mma_kernel("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16"_opcode),
    mma_kernel("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32"_opcode),
    mma_kernel("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16"_opcode),
    mma_kernel("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16"_opcode),
};

}  // namespace

std::span<const Kernel> f16_kernels() { return kKernels; }

}  // namespace mmasc
