// SPDX-License-Identifier: Apache-2.0
// Kernels of integers, each with and without .satfinite.
#pragma once

#include <array>

#include "mma.cuh"

namespace mmasc {

// The kernels of every pair of signs of A and B: `s` and `u` are the types. `head` is the opcode up
// to its shape.
template <class Head, class Shape, class Signed, class Unsigned>
auto integer_kernels(Head head, Shape shape, Signed s, Unsigned u) {
  const auto of = [head, shape](auto saturation, auto a, auto b) {
    return mma_kernel(head + shape + ".row.col"_opcode + saturation + ".s32."_opcode + a +
                      "."_opcode + b + ".s32"_opcode);
  };
  const auto wraps = ""_opcode;
  const auto saturates = ".satfinite"_opcode;
  return std::array{of(wraps, s, s),     of(wraps, s, u),     of(wraps, u, s),
                    of(wraps, u, u),     of(saturates, s, s), of(saturates, s, u),
                    of(saturates, u, s), of(saturates, u, u)};
}

// `opcode` is mma.sync or mma.sp.sync.
template <class Opcode, class Shape>
auto int8_kernels(Opcode opcode, Shape shape) {
  return integer_kernels(opcode + ".aligned."_opcode, shape, "s8"_opcode, "u8"_opcode);
}
template <class Opcode, class Shape>
auto int4_kernels(Opcode opcode, Shape shape) {
  return integer_kernels(opcode + ".aligned."_opcode, shape, "s4"_opcode, "u4"_opcode);
}

}  // namespace mmasc
