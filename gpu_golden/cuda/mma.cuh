// SPDX-License-Identifier: Apache-2.0
// mma.sync: a warp a tile. Registers come from the images as they are, so the kernel knows nothing
// of layouts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "cycles.cuh"
#include "kernel.h"
#include "mmasc/capture/layout.h"
#include "mmasc/capture/opcode.h"
#include "opcode_text.cuh"

namespace mmasc {

inline constexpr int kWarp = 32, kWarpsABlock = 4;

struct Registers {  // of a lane
  int a, b, c, d;
  friend constexpr bool operator==(const Registers&, const Registers&) = default;
};

constexpr Registers registers_of(const Opcode& op) {
  const auto count = [&](int rows, int columns, const OpcodeType& type) {
    return registers(rows * columns * op.blocks, type, op.k, kWarp);
  };
  return {.a = count(op.m, op.stored_k(), op.a_type()),
          .b = count(op.k, op.n, op.b_type()),
          .c = count(op.m, op.n, op.c_type()),
          .d = count(op.m, op.n, op.d_type())};
}

// Texts and formats are the host's; device code sees only numbers of them.
template <class Op>
struct Mma {
  static constexpr Registers registers = registers_of(read_opcode(Op::view()));
  static constexpr bool is_f64 = read_opcode(Op::view()).a_type().bits == 64;
  static constexpr bool is_scaled = read_opcode(Op::view()).scaled();
  static constexpr bool is_sparse = read_opcode(Op::view()).sparse;
  using Register = std::conditional_t<is_f64, std::uint64_t, std::uint32_t>;
};

template <class Register, int count>
__device__ void load(Register (&to)[count], const Register* image, int lane) {
#pragma unroll
  for (int i = 0; i < count; ++i) to[i] = image[i * kWarp + lane];
}

// Register is 32 bits, of f64 64. Operands: d, a, b, c, and the opcode last.
template <class Op, Registers r, class Register>
__device__ void multiply(Register (&d)[r.d], const Register (&a)[r.a], const Register (&b)[r.b],
                         const Register (&c)[r.c]) {
  if constexpr (std::is_same_v<Register, std::uint64_t>) {
    if constexpr (r == Registers{1, 1, 2, 2})
      asm volatile("%6 {%0,%1}, {%2}, {%3}, {%4,%5};"
                   : "=l"(d[0]), "=l"(d[1])
                   : "l"(a[0]), "l"(b[0]), "l"(c[0]), "l"(c[1]), "C"(Op::text));
    else if constexpr (r == Registers{2, 1, 4, 4})
      asm volatile("%11 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
                   : "=l"(d[0]), "=l"(d[1]), "=l"(d[2]), "=l"(d[3])
                   : "l"(a[0]), "l"(a[1]), "l"(b[0]), "l"(c[0]), "l"(c[1]), "l"(c[2]), "l"(c[3]),
                     "C"(Op::text));
    else if constexpr (r == Registers{4, 2, 4, 4})
      asm volatile("%14 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                   : "=l"(d[0]), "=l"(d[1]), "=l"(d[2]), "=l"(d[3])
                   : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(b[0]), "l"(b[1]), "l"(c[0]),
                     "l"(c[1]), "l"(c[2]), "l"(c[3]), "C"(Op::text));
    else {
      static_assert(r == Registers{8, 4, 4, 4});
      asm volatile(
          "%20 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%16,%17,%18,%19};"
          : "=l"(d[0]), "=l"(d[1]), "=l"(d[2]), "=l"(d[3])
          : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(a[4]), "l"(a[5]), "l"(a[6]), "l"(a[7]),
            "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]), "l"(c[0]), "l"(c[1]), "l"(c[2]), "l"(c[3]),
            "C"(Op::text));
    }
  } else if constexpr (r == Registers{1, 1, 2, 2}) {
    asm volatile("%6 {%0,%1}, {%2}, {%3}, {%4,%5};"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(a[0]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "C"(Op::text));
  } else if constexpr (r == Registers{2, 1, 2, 2}) {
    asm volatile("%7 {%0,%1}, {%2,%3}, {%4}, {%5,%6};"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "C"(Op::text));
  } else if constexpr (r == Registers{2, 1, 4, 4}) {
    asm volatile("%11 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]),
                   "C"(Op::text));
  } else if constexpr (r == Registers{4, 2, 2, 2}) {
    asm volatile("%10 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]),
                   "r"(c[1]), "C"(Op::text));
  } else if constexpr (r == Registers{4, 2, 4, 4}) {
    asm volatile("%14 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]),
                   "r"(c[1]), "r"(c[2]), "r"(c[3]), "C"(Op::text));
  } else if constexpr (r == Registers{2, 2, 4, 4}) {
    asm volatile("%12 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]),
                   "r"(c[3]), "C"(Op::text));
  } else if constexpr (r == Registers{2, 2, 4, 8}) {
    asm volatile("%16 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%12,%13,%14,%15};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]),
                   "=r"(d[6]), "=r"(d[7])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]),
                   "r"(c[3]), "C"(Op::text));
  } else {
    static_assert(r == Registers{2, 2, 8, 8});
    asm volatile(
        "%20 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, {%12,%13,%14,%15,%16,%17,%18,%19};"
        : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]),
          "=r"(d[7])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]),
          "r"(c[4]), "r"(c[5]), "r"(c[6]), "r"(c[7]), "C"(Op::text));
  }
}

// Block scales: byte-id and thread-id 0 of both.
template <class Op>
__device__ void multiply_scaled(std::uint32_t (&d)[4], const std::uint32_t (&a)[4],
                                const std::uint32_t (&b)[2], const std::uint32_t (&c)[4],
                                std::uint32_t scale_a, std::uint32_t scale_b) {
  constexpr std::uint16_t zero = 0;
  asm volatile(
      "%18 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13}, "
      "{%14}, {%16,%17}, {%15}, {%16,%17};"
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]),
        "r"(c[2]), "r"(c[3]), "r"(scale_a), "r"(scale_b), "n"(zero), "n"(zero), "C"(Op::text));
}

// The selector of the sparsity metadata is 0.
template <class Op, Registers r>
__device__ void multiply_sparse(std::uint32_t (&d)[r.d], const std::uint32_t (&a)[r.a],
                                const std::uint32_t (&b)[r.b], const std::uint32_t (&c)[r.c],
                                std::uint32_t metadata) {
  if constexpr (r == Registers{2, 2, 2, 2}) {
    asm volatile("%9 {%0,%1}, {%2,%3}, {%4,%5}, {%6,%7}, %8, 0;"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(metadata),
                   "C"(Op::text));
  } else if constexpr (r == Registers{2, 2, 4, 4}) {
    asm volatile("%13 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%8,%9,%10,%11}, %12, 0;"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]),
                   "r"(c[3]), "r"(metadata), "C"(Op::text));
  } else if constexpr (r == Registers{4, 4, 2, 2}) {
    asm volatile("%13 {%0,%1}, {%2,%3,%4,%5}, {%6,%7,%8,%9}, {%10,%11}, %12, 0;"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]),
                   "r"(b[3]), "r"(c[0]), "r"(c[1]), "r"(metadata), "C"(Op::text));
  } else {
    static_assert(r == Registers{4, 4, 4, 4});
    asm volatile("%17 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%12,%13,%14,%15}, %16, 0;"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]),
                   "r"(b[3]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(metadata),
                   "C"(Op::text));
  }
}

template <class Op>
__global__ void mma_tiles(DeviceTiles tiles) {
  constexpr Registers r = Mma<Op>::registers;
  using Register = typename Mma<Op>::Register;
  const int tile =
      static_cast<int>(blockIdx.x) * kWarpsABlock + static_cast<int>(threadIdx.x) / kWarp;
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  if (tile >= tiles.tiles) return;  // a whole warp
  const auto input = [&](Operand operand, int count) {
    return reinterpret_cast<const Register*>(tiles.inputs[operand]) +
           static_cast<std::int64_t>(tile) * count * kWarp;
  };
  Register a[r.a], b[r.b], c[r.c], d[r.d];
  load(a, input(Operand::a, r.a), lane);
  load(b, input(Operand::b, r.b), lane);
  load(c, input(Operand::c, r.c), lane);
  if constexpr (Mma<Op>::is_scaled)
    multiply_scaled<Op>(d, a, b, c, input(Operand::sa, 1)[lane], input(Operand::sb, 1)[lane]);
  else if constexpr (Mma<Op>::is_sparse)
    multiply_sparse<Op, r>(d, a, b, c, input(Operand::metadata, 1)[lane]);
  else
    multiply<Op, r>(d, a, b, c);
  Register* const out =
      reinterpret_cast<Register*>(tiles.d) + static_cast<std::int64_t>(tile) * r.d * kWarp;
#pragma unroll
  for (int i = 0; i < r.d; ++i) out[i * kWarp + lane] = d[i];
}

template <class Op>
cudaError_t launch_mma(const DeviceTiles& tiles) {
  const int blocks = (tiles.tiles + kWarpsABlock - 1) / kWarpsABlock;
  mma_tiles<Op><<<static_cast<unsigned>(blocks), kWarp * kWarpsABlock>>>(tiles);
  return cudaGetLastError();
}

inline constexpr int kSubCores = 4;   // of an SM
inline constexpr int kMostWarps = 4;  // of a sub-core, where cycles are measured

// Every warp has `chains` sums of its own; each instruction adds to one of them, in turn.
template <class Op, int chains>
__global__ void __launch_bounds__(kWarp* kSubCores* kMostWarps)
    mma_ticks(int rounds, long long* ticks, std::uint32_t* sink) {
  constexpr Registers r = Mma<Op>::registers;
  using Register = typename Mma<Op>::Register;
  const auto* const zeros = reinterpret_cast<const Register*>(sink);
  Register a[r.a], b[r.b], d[chains][r.d];
  load(a, zeros, 0);
  load(b, zeros, 0);
  for (int chain = 0; chain < chains; ++chain) load(d[chain], zeros, 0);
  __syncthreads();
  const long long begin = clock64();
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int chain = 0; chain < chains; ++chain)
      if constexpr (Mma<Op>::is_scaled)
        multiply_scaled<Op>(d[chain], a, b, d[chain], 0, 0);
      else if constexpr (Mma<Op>::is_sparse)
        multiply_sparse<Op, r>(d[chain], a, b, d[chain], metadata_layout::kFirst);
      else
        multiply<Op, r>(d[chain], a, b, d[chain]);
  }
  const long long end = clock64();
  if (threadIdx.x == 0) *ticks = end - begin;
  auto* const out = reinterpret_cast<Register*>(sink) + threadIdx.x;
  for (int chain = 0; chain < chains; ++chain)
    for (int i = 0; i < r.d; ++i) *out = *out ^ d[chain][i];
}

// A warp alone for the latency. For the interval each sub-core has one, two or four warps,
// whichever fill it best.
template <class Op>
Cycles mma_cycles() {
  constexpr int kChains = 8;
  constexpr Registers r = Mma<Op>::registers;
  constexpr int kWordsOfRegister = sizeof(typename Mma<Op>::Register) / sizeof(std::uint32_t);
  constexpr std::int64_t kSinkWords =
      kWarp * kWordsOfRegister * std::max({r.a, r.b, r.d, kSubCores * kMostWarps});
  Cycles cycles;
  cycles.latency_accumulator = ticks_of_a_round(
      [](int rounds) { return ticks_of(mma_ticks<Op, 1>, kWarp, rounds, kSinkWords); });
  for (int warps = 1; warps <= kMostWarps; warps *= 2) {
    const double round = ticks_of_a_round([&](int rounds) {
      return ticks_of(mma_ticks<Op, kChains>, kWarp * kSubCores * warps, rounds, kSinkWords);
    });
    const double interval = round / (kChains * warps);
    if (cycles.interval == 0 || interval < cycles.interval) cycles.interval = interval;
  }
  return cycles;
}

template <class Op>
constexpr auto mma_cycles_of() -> Cycles (*)() {
  if constexpr (Mma<Op>::registers.c == Mma<Op>::registers.d)
    return mma_cycles<Op>;
  else
    return nullptr;
}

template <char... letters>
constexpr Kernel mma_kernel(Letters<letters...> opcode) {
  using Op = Letters<letters...>;
  constexpr Registers r = Mma<Op>::registers;
  constexpr int words = kWarp * (Mma<Op>::is_f64 ? 2 : 1);
  constexpr int scales = Mma<Op>::is_scaled ? kWarp : 0;
  return {.opcode = opcode.view(),
          .words = {{Operand::a, r.a * words},
                    {Operand::b, r.b * words},
                    {Operand::c, r.c * words},
                    {Operand::sa, scales},
                    {Operand::sb, scales},
                    {Operand::metadata, Mma<Op>::is_sparse ? kWarp : 0},
                    {Operand::d, r.d * words}},
          .launch = launch_mma<Op>,
          .cycles = mma_cycles_of<Op>()};
}

}  // namespace mmasc
