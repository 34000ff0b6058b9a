// SPDX-License-Identifier: Apache-2.0
#include "tcgen05.cuh"

namespace mmasc {
namespace {

using tcgen05::kernel;

constexpr auto kTf32 = "tcgen05.mma.cta_group::1.kind::tf32"_opcode;
constexpr auto kF16 = "tcgen05.mma.cta_group::1.kind::f16"_opcode;
constexpr auto kF8f6f4 = "tcgen05.mma.cta_group::1.kind::f8f6f4"_opcode;

const Kernel kKernels[] = {
    kernel<64>(kTf32, (kTf32 + " m64"_opcode).view()),
    kernel<128>(kTf32, (kTf32 + " m128"_opcode).view()),
    kernel<64>(kF16, (kF16 + " m64"_opcode).view()),
    kernel<128>(kF16, (kF16 + " m128"_opcode).view()),
    kernel<64>(kF8f6f4, (kF8f6f4 + " m64"_opcode).view()),
    kernel<128>(kF8f6f4, (kF8f6f4 + " m128"_opcode).view()),
};

}  // namespace

std::span<const Kernel> tcgen05_kernels() { return kKernels; }

}  // namespace mmasc
