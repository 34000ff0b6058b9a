// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "mma.cuh"

namespace mmasc {
namespace {

template <class Head, class Tail>
auto pairs(Head head, Tail tail) {
  return std::array{
      mma_kernel(head + "e4m3.e4m3"_opcode + tail),
      mma_kernel(head + "e4m3.e5m2"_opcode + tail),
      mma_kernel(head + "e5m2.e4m3"_opcode + tail),
      mma_kernel(head + "e5m2.e5m2"_opcode + tail),
  };
}

const auto kK32F32 = pairs("mma.sync.aligned.m16n8k32.row.col.f32."_opcode, ".f32"_opcode);
const auto kK32F16 = pairs("mma.sync.aligned.m16n8k32.row.col.f16."_opcode, ".f16"_opcode);
const auto kK16F32 = pairs("mma.sync.aligned.m16n8k16.row.col.f32."_opcode, ".f32"_opcode);
const auto kK16F16 = pairs("mma.sync.aligned.m16n8k16.row.col.f16."_opcode, ".f16"_opcode);

}  // namespace

std::span<const Kernel> fp8_k32_f32_kernels() { return kK32F32; }
std::span<const Kernel> fp8_k32_f16_kernels() { return kK32F16; }
std::span<const Kernel> fp8_k16_f32_kernels() { return kK16F32; }
std::span<const Kernel> fp8_k16_f16_kernels() { return kK16F16; }

}  // namespace mmasc
