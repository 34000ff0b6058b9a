// SPDX-License-Identifier: Apache-2.0
#include "fp8.cuh"

namespace mmasc {
namespace {

const auto kKernels =
    fp8_kernels("mma.sp.sync.aligned.m16n8k64.row.col.f32."_opcode, ".f32"_opcode);

}  // namespace

std::span<const Kernel> sparse_fp8_kernels() { return kKernels; }

}  // namespace mmasc
