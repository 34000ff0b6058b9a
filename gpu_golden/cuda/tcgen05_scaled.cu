// SPDX-License-Identifier: Apache-2.0
#include "tcgen05.cuh"

namespace mmasc {
namespace {

template <char... letters>
constexpr Kernel scaled_kernel(Letters<letters...> opcode) {
  return tcgen05::kernel<128, true>(opcode, decltype(opcode + " m128"_opcode)::view());
}

constexpr auto kMxf8f6f4 = "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::"_opcode;
constexpr auto kMxf4nvf4 = "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.scale_vec::"_opcode;

const Kernel kKernels[] = {
    scaled_kernel(kMxf8f6f4 + "1X"_opcode),
    scaled_kernel(kMxf4nvf4 + "2X"_opcode),
    scaled_kernel(kMxf4nvf4 + "4X"_opcode),
};

}  // namespace

std::span<const Kernel> tcgen05_scaled_kernels() { return kKernels; }

}  // namespace mmasc
