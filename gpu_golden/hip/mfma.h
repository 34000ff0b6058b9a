// SPDX-License-Identifier: Apache-2.0
// v_mfma: a wavefront a tile. Registers come from the images as they are, so the kernels know
// nothing of layouts. No header of HIP is needed, for a compiler without them to check the kernels.
#pragma once

using Word = unsigned;
using DoubleWord = unsigned long;

struct DeviceTiles {  // hip_gpu.cc has the same; images tile after tile
  const Word *a, *b, *c;
  Word* d;
};

using Float4 = float __attribute__((ext_vector_type(4)));
using Float16 = float __attribute__((ext_vector_type(16)));
using Float32 = float __attribute__((ext_vector_type(32)));
using Float2 = float __attribute__((ext_vector_type(2)));
using Half4 = _Float16 __attribute__((ext_vector_type(4)));
using Int4 = int __attribute__((ext_vector_type(4)));
using Int16 = int __attribute__((ext_vector_type(16)));
using Int32 = int __attribute__((ext_vector_type(32)));
using Short2 = short __attribute__((ext_vector_type(2)));
using Short4 = short __attribute__((ext_vector_type(4)));
using Double4 = double __attribute__((ext_vector_type(4)));

inline constexpr int kLanes = 64;

template <class Register, class Value>
__attribute__((device)) Value load(const Word* images, unsigned tile, unsigned lane) {
  constexpr unsigned count = sizeof(Value) / sizeof(Register);
  struct {
    Register words[count];
  } value;
  const auto* const image = reinterpret_cast<const Register*>(images) + tile * kLanes * count;
#pragma unroll
  for (unsigned i = 0; i < count; ++i) value.words[i] = image[i * kLanes + lane];
  return __builtin_bit_cast(Value, value);
}

template <class Register, class Value>
__attribute__((device)) void store(Value value, Word* images, unsigned tile, unsigned lane) {
  constexpr unsigned count = sizeof(Value) / sizeof(Register);
  struct Registers {
    Register words[count];
  };
  const auto registers = __builtin_bit_cast(Registers, value);
  auto* const image = reinterpret_cast<Register*>(images) + tile * kLanes * count;
#pragma unroll
  for (unsigned i = 0; i < count; ++i) image[i * kLanes + lane] = registers.words[i];
}

// Register is as wide as an element, 32 bits at least.
template <class Register, class Operand, class Accumulator, class Multiply>
__attribute__((device)) void multiply_tile(const DeviceTiles& tiles, Multiply multiply) {
  const unsigned tile = __builtin_amdgcn_workgroup_id_x();
  const unsigned lane = __builtin_amdgcn_workitem_id_x();
  const auto a = load<Register, Operand>(tiles.a, tile, lane);
  const auto b = load<Register, Operand>(tiles.b, tile, lane);
  const auto c = load<Register, Accumulator>(tiles.c, tile, lane);
  store<Register>(static_cast<Accumulator>(multiply(a, b, c)), tiles.d, tile, lane);
}
