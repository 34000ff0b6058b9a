// SPDX-License-Identifier: Apache-2.0
#include "tcgen05.cuh"

namespace mmasc {
namespace {

using tcgen05::kernel;

constexpr auto kI8 = "tcgen05.mma.cta_group::1.kind::i8"_opcode;

// A B300 (sm_103) has none.
constexpr Kernel of_b200(Kernel kernel) {
  kernel.chip = "sm_100";
  return kernel;
}

const Kernel kKernels[] = {
    of_b200(kernel<64>(kI8, (kI8 + " m64"_opcode).view())),
    of_b200(kernel<128>(kI8, (kI8 + " m128"_opcode).view())),
};

}  // namespace

std::span<const Kernel> tcgen05_i8_kernels() { return kKernels; }

}  // namespace mmasc
