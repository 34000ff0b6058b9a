// SPDX-License-Identifier: Apache-2.0
// wgmma with n = 8: a warpgroup a tile, A and B in shared memory, C and D in registers.
#pragma once

#include <cstdint>

#include "cycles.cuh"
#include "kernel.h"
#include "mmasc/capture/layout.h"
#include "mmasc/capture/opcode.h"
#include "opcode_text.cuh"

namespace mmasc {

inline constexpr int kWgmmaN = 8;
inline constexpr int kWgmmaRows = 64;

// Texts and formats are the host's; device code sees only numbers of them.
template <class Op>
struct Wgmma {
  static constexpr Opcode opcode() { return read_opcode(Op::view()); }
  static constexpr int registers =
      mmasc::registers(kWgmmaRows * kWgmmaN, opcode().d_type(), opcode().k, wgmma_layout::kLanes);
  static constexpr bool is_sparse = opcode().sparse;
  static constexpr int b_row_bytes = wgmma_layout::row_bytes_of_b(is_sparse);
  static constexpr int a_words = kWgmmaRows * wgmma_layout::kRowBytes / 4;
  static constexpr int b_words = kWgmmaN * b_row_bytes / 4;

  // Operands behind scale-d. Integers have none; A and B may be negated, and of 16-bit elements
  // transposed.
  static constexpr auto tail() {
    if constexpr (opcode().a_type().is_integer)
      return ""_opcode;
    else if constexpr (opcode().a_type().bits == 16)
      return ", 1, 1, 0, 0"_opcode;
    else
      return ", 1, 1"_opcode;
  }
  using Tail = decltype(tail());
};

// Without fence and wait: the next instruction may add to the same registers.
template <class Op>
__device__ void issue(std::uint32_t (&d)[4], std::uint64_t a, std::uint64_t b,
                      std::uint32_t metadata) {
  using Tail = typename Wgmma<Op>::Tail;
  if constexpr (Wgmma<Op>::is_sparse)
    asm volatile("%7 {%0,%1,%2,%3}, %4, %5, %6, 0, 1%8;"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "l"(a), "l"(b), "r"(metadata), "C"(Op::text), "C"(Tail::text));
  else
    asm volatile("%6 {%0,%1,%2,%3}, %4, %5, 1%7;"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "l"(a), "l"(b), "C"(Op::text), "C"(Tail::text));
}

template <class Op>
__device__ void issue(std::uint32_t (&d)[2], std::uint64_t a, std::uint64_t b,
                      std::uint32_t metadata) {
  using Tail = typename Wgmma<Op>::Tail;
  if constexpr (Wgmma<Op>::is_sparse)
    asm volatile("%5 {%0,%1}, %2, %3, %4, 0, 1%6;"
                 : "+r"(d[0]), "+r"(d[1])
                 : "l"(a), "l"(b), "r"(metadata), "C"(Op::text), "C"(Tail::text));
  else
    asm volatile("%4 {%0,%1}, %2, %3, 1%5;"
                 : "+r"(d[0]), "+r"(d[1])
                 : "l"(a), "l"(b), "C"(Op::text), "C"(Tail::text));
}

// One asm statement from the first fence to the end of the wait: the compiler moves no register of
// the accumulator in between. Sparsity metadata has a selector of 0.
template <class Op>
__device__ void accumulate(std::uint32_t (&d)[4], std::uint64_t a, std::uint64_t b,
                           std::uint32_t metadata, int scale_d) {
  using Tail = typename Wgmma<Op>::Tail;
  if constexpr (Wgmma<Op>::is_sparse)
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %7, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%8 {%0,%1,%2,%3}, %4, %5, %6, 0, scale_d%9;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "l"(a), "l"(b), "r"(metadata), "r"(scale_d), "C"(Op::text), "C"(Tail::text)
        : "memory");
  else
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %6, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%7 {%0,%1,%2,%3}, %4, %5, scale_d%8;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "l"(a), "l"(b), "r"(scale_d), "C"(Op::text), "C"(Tail::text)
        : "memory");
}

template <class Op>
__device__ void accumulate(std::uint32_t (&d)[2], std::uint64_t a, std::uint64_t b,
                           std::uint32_t metadata, int scale_d) {
  using Tail = typename Wgmma<Op>::Tail;
  if constexpr (Wgmma<Op>::is_sparse)
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %5, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%6 {%0,%1}, %2, %3, %4, 0, scale_d%7;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1])
        : "l"(a), "l"(b), "r"(metadata), "r"(scale_d), "C"(Op::text), "C"(Tail::text)
        : "memory");
  else
    asm volatile(
        "{ .reg .pred scale_d;\n"
        "setp.ne.b32 scale_d, %4, 0;\n"
        "wgmma.fence.sync.aligned;\n"
        "%5 {%0,%1}, %2, %3, scale_d%6;\n"
        "wgmma.commit_group.sync.aligned;\n"
        "wgmma.wait_group.sync.aligned 0; }"
        : "+r"(d[0]), "+r"(d[1])
        : "l"(a), "l"(b), "r"(scale_d), "C"(Op::text), "C"(Tail::text)
        : "memory");
}

template <int words>
__device__ std::uint64_t to_shared(std::uint32_t (&to)[words], const std::uint32_t* images,
                                   std::int64_t tile, int lane, int row_bytes) {
  for (int i = lane; i < words; i += wgmma_layout::kLanes) to[i] = images[tile * words + i];
  return wgmma_layout::descriptor(static_cast<unsigned>(__cvta_generic_to_shared(to)), row_bytes);
}

template <class Op>
__global__ void wgmma_tiles(DeviceTiles tiles) {
  constexpr int count = Wgmma<Op>::registers;
  constexpr int lanes = wgmma_layout::kLanes;
  __shared__ alignas(128) std::uint32_t a[Wgmma<Op>::a_words], b[Wgmma<Op>::b_words];
  const std::int64_t tile = blockIdx.x;
  const int lane = static_cast<int>(threadIdx.x);
  const std::uint64_t a_descriptor =
      to_shared(a, tiles.inputs[Operand::a], tile, lane, wgmma_layout::kRowBytes);
  const std::uint64_t b_descriptor =
      to_shared(b, tiles.inputs[Operand::b], tile, lane, Wgmma<Op>::b_row_bytes);
  std::uint32_t metadata = 0;
  if constexpr (Wgmma<Op>::is_sparse)
    metadata = tiles.inputs[Operand::metadata][tile * lanes + lane];
  std::uint32_t d[count];
#pragma unroll
  for (int i = 0; i < count; ++i)
    d[i] = tiles.inputs[Operand::c][(tile * count + i) * lanes + lane];
  // wgmma reads shared memory through another proxy than the stores went.
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  accumulate<Op>(d, a_descriptor, b_descriptor, metadata, tiles.accumulate);
#pragma unroll
  for (int i = 0; i < count; ++i) tiles.d[(tile * count + i) * lanes + lane] = d[i];
}

template <class Op>
cudaError_t launch_wgmma(const DeviceTiles& tiles) {
  wgmma_tiles<Op><<<static_cast<unsigned>(tiles.tiles), wgmma_layout::kLanes>>>(tiles);
  return cudaGetLastError();
}

// A warpgroup waits after each instruction, or after all of them.
template <class Op, bool waits>
__global__ void wgmma_ticks(int rounds, long long* ticks, std::uint32_t* sink) {
  __shared__ alignas(128) std::uint32_t a[Wgmma<Op>::a_words], b[Wgmma<Op>::b_words];
  const int lane = static_cast<int>(threadIdx.x);
  const std::uint64_t a_descriptor = to_shared(a, sink, 0, lane, wgmma_layout::kRowBytes);
  const std::uint64_t b_descriptor = to_shared(b, sink, 0, lane, Wgmma<Op>::b_row_bytes);
  std::uint32_t d[Wgmma<Op>::registers] = {};
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const long long begin = clock64();
  if constexpr (waits) {
    for (int round = 0; round < rounds; ++round)
      accumulate<Op>(d, a_descriptor, b_descriptor, metadata_layout::kFirst, 1);
  } else {
    // The compiler waits after each wgmma unless it sees that d is whole before the first.
#pragma unroll
    for (std::uint32_t& word : d) asm volatile("" : "+r"(word)::"memory");
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int round = 0; round < rounds; ++round)
      issue<Op>(d, a_descriptor, b_descriptor, metadata_layout::kFirst);
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
  }
  const long long end = clock64();
  if (lane == 0) *ticks = end - begin;
  for (const std::uint32_t word : d) sink[lane] ^= word;
}

template <class Op>
Cycles wgmma_cycles() {
  constexpr std::int64_t kSinkWords = Wgmma<Op>::a_words;
  const auto round = [](auto* kernel) {
    return ticks_of_a_round(
        [=](int rounds) { return ticks_of(kernel, wgmma_layout::kLanes, rounds, kSinkWords); });
  };
  return {.interval = round(wgmma_ticks<Op, false>),
          .latency_accumulator = 0,
          .latency_done = round(wgmma_ticks<Op, true>)};
}

template <char... letters>
constexpr Kernel wgmma_kernel(Letters<letters...> opcode) {
  using Op = Letters<letters...>;
  constexpr Opcode read = read_opcode(Op::view());
  static_assert(read.m == kWgmmaRows && read.n == kWgmmaN);
  constexpr int words = Wgmma<Op>::registers * wgmma_layout::kLanes;
  return {.opcode = opcode.view(),
          .words = {{Operand::a, Wgmma<Op>::a_words},
                    {Operand::b, Wgmma<Op>::b_words},
                    {Operand::c, words},
                    {Operand::metadata, read.sparse ? wgmma_layout::kLanes : 0},
                    {Operand::d, words}},
          .launch = launch_wgmma<Op>,
          .cycles = wgmma_cycles<Op>};
}

}  // namespace mmasc
