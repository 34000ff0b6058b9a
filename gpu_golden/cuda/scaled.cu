// SPDX-License-Identifier: Apache-2.0
#include "f8f6f4.cuh"

namespace mmasc {
namespace {

const auto kMxf8f6f4 = small_format_kernels(
    "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32."_opcode,
    ".f32.ue8m0"_opcode);

constexpr auto kMxf4Head =
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::"_opcode;
const Kernel kMxf4[] = {
    mma_kernel(kMxf4Head + "2X.f32.e2m1.e2m1.f32.ue8m0"_opcode),
    mma_kernel(kMxf4Head + "4X.f32.e2m1.e2m1.f32.ue4m3"_opcode),
};

}  // namespace

std::span<const Kernel> mxf8f6f4_kernels() { return kMxf8f6f4; }
std::span<const Kernel> mxf4_kernels() { return kMxf4; }

}  // namespace mmasc
