// SPDX-License-Identifier: Apache-2.0
// wgmma with n = 8: a warpgroup a tile, A and B in shared memory, C and D in registers.
#pragma once

#include <cstdint>

#include "kernel.h"
#include "mmasc/capture/layout.h"
#include "mmasc/capture/opcode.h"
#include "opcode_text.cuh"

namespace mmasc {

inline constexpr int kWgmmaN = 8;
inline constexpr int kWgmmaRows = 64;
inline constexpr int kWordsOfA = kWgmmaRows * wgmma_layout::kRowBytes / 4;
inline constexpr int kWordsOfB = kWgmmaN * wgmma_layout::kRowBytes / 4;

// Texts and formats are the host's; device code sees only numbers of them.
template <class Op>
struct Wgmma {
  static constexpr Opcode opcode() { return read_opcode(Op::view()); }
  static constexpr int registers =
      mmasc::registers(kWgmmaRows * kWgmmaN, opcode().d_type(), opcode().k, wgmma_layout::kLanes);
  // Only of 16-bit elements A and B may be transposed, and so the opcode has two operands more.
  static constexpr bool may_transpose = opcode().a_type().bits == 16;
  static constexpr bool may_negate = !opcode().a_type().is_integer;  // two more
};

// One asm statement from the first fence to the end of the wait: the compiler moves no register of
// the accumulator in between.
template <class Op>
__device__ void accumulate(std::uint32_t (&d)[4], std::uint64_t a, std::uint64_t b, int scale_d) {
  if constexpr (Wgmma<Op>::may_transpose)
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %6, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%7 {%0,%1,%2,%3}, %4, %5, scale_d, 1, 1, 0, 0;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "l"(a), "l"(b), "r"(scale_d), "C"(Op::text)
        : "memory");
  else if constexpr (!Wgmma<Op>::may_negate)
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %6, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%7 {%0,%1,%2,%3}, %4, %5, scale_d;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "l"(a), "l"(b), "r"(scale_d), "C"(Op::text)
        : "memory");
  else
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %6, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%7 {%0,%1,%2,%3}, %4, %5, scale_d, 1, 1;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "l"(a), "l"(b), "r"(scale_d), "C"(Op::text)
        : "memory");
}

template <class Op>
__device__ void accumulate(std::uint32_t (&d)[2], std::uint64_t a, std::uint64_t b, int scale_d) {
  if constexpr (Wgmma<Op>::may_transpose)
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %4, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%5 {%0,%1}, %2, %3, scale_d, 1, 1, 0, 0;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1])
        : "l"(a), "l"(b), "r"(scale_d), "C"(Op::text)
        : "memory");
  else
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %4, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%5 {%0,%1}, %2, %3, scale_d, 1, 1;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1])
        : "l"(a), "l"(b), "r"(scale_d), "C"(Op::text)
        : "memory");
}

template <int words>
__device__ std::uint64_t to_shared(std::uint32_t (&to)[words], const std::uint32_t* image,
                                   int lane) {
  for (int i = lane; i < words; i += wgmma_layout::kLanes) to[i] = image[i];
  return wgmma_layout::descriptor(static_cast<unsigned>(__cvta_generic_to_shared(to)));
}

template <class Op>
__global__ void wgmma_tiles(DeviceTiles tiles) {
  constexpr int count = Wgmma<Op>::registers;
  constexpr int lanes = wgmma_layout::kLanes;
  __shared__ alignas(128) std::uint32_t a[kWordsOfA], b[kWordsOfB];
  const std::int64_t tile = blockIdx.x;
  const int lane = static_cast<int>(threadIdx.x);
  const std::uint64_t a_descriptor = to_shared(a, tiles.a + tile * kWordsOfA, lane);
  const std::uint64_t b_descriptor = to_shared(b, tiles.b + tile * kWordsOfB, lane);
  std::uint32_t d[count];
#pragma unroll
  for (int i = 0; i < count; ++i) d[i] = tiles.c[(tile * count + i) * lanes + lane];
  // wgmma reads shared memory through another proxy than the stores went.
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  accumulate<Op>(d, a_descriptor, b_descriptor, tiles.accumulate);
#pragma unroll
  for (int i = 0; i < count; ++i) tiles.d[(tile * count + i) * lanes + lane] = d[i];
}

template <class Op>
cudaError_t launch_wgmma(const DeviceTiles& tiles) {
  wgmma_tiles<Op><<<static_cast<unsigned>(tiles.tiles), wgmma_layout::kLanes>>>(tiles);
  return cudaGetLastError();
}

template <char... letters>
constexpr Kernel wgmma_kernel(Letters<letters...> opcode) {
  using Op = Letters<letters...>;
  constexpr Opcode read = read_opcode(Op::view());
  static_assert(read.m == kWgmmaRows && read.n == kWgmmaN);
  constexpr int words = Wgmma<Op>::registers * wgmma_layout::kLanes;
  return {opcode.view(), {kWordsOfA, kWordsOfB, words, words}, launch_wgmma<Op>};
}

}  // namespace mmasc
