// SPDX-License-Identifier: Apache-2.0
// The 25 pairs of the five small formats.
#pragma once

#include <array>

#include "mma.cuh"

namespace mmasc {

template <class Head, class Tail>
auto pairs_with(Head head, Tail tail) {
  return std::array{
      mma_kernel(head + "e4m3"_opcode + tail), mma_kernel(head + "e5m2"_opcode + tail),
      mma_kernel(head + "e3m2"_opcode + tail), mma_kernel(head + "e2m3"_opcode + tail),
      mma_kernel(head + "e2m1"_opcode + tail),
  };
}

// The opcodes are `head`, a pair as "e4m3.e2m1", and `tail`.
template <class Head, class Tail>
auto small_format_kernels(Head head, Tail tail) {
  std::array<Kernel, 25> all;
  auto to = all.begin();
  for (const auto& row :
       {pairs_with(head + "e4m3."_opcode, tail), pairs_with(head + "e5m2."_opcode, tail),
        pairs_with(head + "e3m2."_opcode, tail), pairs_with(head + "e2m3."_opcode, tail),
        pairs_with(head + "e2m1."_opcode, tail)})
    for (const Kernel& kernel : row) *to++ = kernel;
  return all;
}

}  // namespace mmasc
