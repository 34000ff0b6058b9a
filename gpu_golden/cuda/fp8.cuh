// SPDX-License-Identifier: Apache-2.0
// Kernels of the four pairs of e4m3 and e5m2.
#pragma once

#include <array>

#include "mma.cuh"

namespace mmasc {

template <class Head, class Tail>
auto fp8_kernels(Head head, Tail tail) {
  return std::array{
      mma_kernel(head + "e4m3.e4m3"_opcode + tail),
      mma_kernel(head + "e4m3.e5m2"_opcode + tail),
      mma_kernel(head + "e5m2.e4m3"_opcode + tail),
      mma_kernel(head + "e5m2.e5m2"_opcode + tail),
  };
}

}  // namespace mmasc
