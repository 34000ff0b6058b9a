// SPDX-License-Identifier: Apache-2.0
#include "mma.cuh"

namespace mmasc {
namespace {

const Kernel kKernels[] = {
    mma_kernel("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64"_opcode),
    mma_kernel("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64"_opcode),
    mma_kernel("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64"_opcode),
};

}  // namespace

std::span<const Kernel> f64_kernels() { return kKernels; }

}  // namespace mmasc
