// SPDX-License-Identifier: Apache-2.0
#include "wgmma.cuh"

namespace mmasc {
namespace {

const Kernel kKernels[] = {
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k32.f16.f16.f16"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.bf16.bf16"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e4m3.e4m3"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e4m3.e5m2"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e5m2.e4m3"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e5m2.e5m2"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.f16.e4m3.e4m3"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.f16.e4m3.e5m2"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.f16.e5m2.e4m3"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.f16.e5m2.e5m2"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.u8"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.u8.s8"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.u8.u8"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.satfinite.s32.s8.s8"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.satfinite.s32.s8.u8"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.satfinite.s32.u8.s8"_opcode),
    wgmma_kernel("wgmma.mma_async.sp.sync.aligned.m64n8k64.satfinite.s32.u8.u8"_opcode),
};

}  // namespace

std::span<const Kernel> sparse_wgmma_kernels() { return kKernels; }

}  // namespace mmasc
