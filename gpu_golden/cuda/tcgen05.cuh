// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma by one CTA, with n = 16: A and B in shared memory; C, D and block scales in tensor
// memory.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernel.h"
#include "mmasc/capture/layout.h"
#include "opcode_text.cuh"

namespace mmasc::tcgen05 {

inline constexpr int kLanes = tcgen05_layout::kLanes, kN = tcgen05_layout::kN;
inline constexpr int kRowWords = wgmma_layout::kRowBytes / 4;
inline constexpr int kColumns = 32;  // the least there is to allocate
inline constexpr int kScaleColumns = tcgen05_layout::kScaleColumns;
static_assert(kN + 2 * kScaleColumns <= kColumns);

__device__ inline unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ inline void store_columns(unsigned address, const std::uint32_t (&c)[kN]) {
  asm volatile(
      "tcgen05.st.sync.aligned.32x32b.x16.b32 [%0], "
      "{%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16};\n"
      "tcgen05.wait::st.sync.aligned;"
      :
      : "r"(address), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]), "r"(c[5]), "r"(c[6]),
        "r"(c[7]), "r"(c[8]), "r"(c[9]), "r"(c[10]), "r"(c[11]), "r"(c[12]), "r"(c[13]), "r"(c[14]),
        "r"(c[15])
      : "memory");
}

__device__ inline void load_columns(unsigned address, std::uint32_t (&d)[kN]) {
  asm volatile(
      "tcgen05.ld.sync.aligned.32x32b.x16.b32 "
      "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}, [%16];\n"
      "tcgen05.wait::ld.sync.aligned;"
      : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]), "=r"(d[4]), "=r"(d[5]), "=r"(d[6]),
        "=r"(d[7]), "=r"(d[8]), "=r"(d[9]), "=r"(d[10]), "=r"(d[11]), "=r"(d[12]), "=r"(d[13]),
        "=r"(d[14]), "=r"(d[15])
      : "r"(address)
      : "memory");
}

// A tile's scales, alike in the 32 lanes of every warp.
__device__ inline void store_scales(unsigned address, const std::uint32_t* image, int lane) {
  const auto column = [&](int i) { return image[i * 32 + lane]; };
  static_assert(kScaleColumns == 4);
  asm volatile(
      "tcgen05.st.sync.aligned.32x32b.x4.b32 [%0], {%1,%2,%3,%4};\n"
      "tcgen05.wait::st.sync.aligned;"
      :
      : "r"(address), "r"(column(0)), "r"(column(1)), "r"(column(2)), "r"(column(3))
      : "memory");
}

// Every thread's tensor memory accesses before it come before every thread's after it.
__device__ inline void synchronize() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

// Arrives at the barrier when the product is done.
template <class Op>
__device__ void multiply(unsigned d, std::uint64_t a, std::uint64_t b, std::uint32_t descriptor,
                         int accumulate, unsigned barrier) {
  asm volatile(
      "{ .reg .pred accumulate;\n"
      "setp.ne.b32 accumulate, %4, 0;\n"
      "%6 [%0], %1, %2, %3, accumulate;\n"
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%5]; }"
      :
      : "r"(d), "l"(a), "l"(b), "r"(descriptor), "r"(accumulate), "r"(barrier), "C"(Op::text)
      : "memory");
}

template <class Op>
__device__ void multiply_scaled(unsigned d, std::uint64_t a, std::uint64_t b,
                                std::uint32_t descriptor, unsigned scale_a, unsigned scale_b,
                                int accumulate, unsigned barrier) {
  asm volatile(
      "{ .reg .pred accumulate;\n"
      "setp.ne.b32 accumulate, %6, 0;\n"
      "%8 [%0], %1, %2, %3, [%4], [%5], accumulate;\n"
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%7]; }"
      :
      : "r"(d), "l"(a), "l"(b), "r"(descriptor), "r"(scale_a), "r"(scale_b), "r"(accumulate),
        "r"(barrier), "C"(Op::text)
      : "memory");
}

__device__ inline void wait(unsigned barrier) {
  asm volatile(
      "{ .reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      "@!done bra again; }"
      :
      : "r"(barrier)
      : "memory");
}

template <class Op, int m, bool scaled>
__global__ void tcgen05_tiles(DeviceTiles tiles) {
  __shared__ alignas(128) std::uint32_t a[m * kRowWords], b[kN * kRowWords];
  __shared__ alignas(8) std::uint64_t barrier;
  __shared__ std::uint32_t tensor_address;
  const std::int64_t tile = blockIdx.x;
  const int lane = static_cast<int>(threadIdx.x), warp = lane / 32;
  if (warp == 0)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(
                     shared_address(&tensor_address)),
                 "n"(kColumns)
                 : "memory");
  if (lane == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier))
                 : "memory");
  for (int i = lane; i < m * kRowWords; i += kLanes)
    a[i] = tiles.inputs[Operand::a][tile * m * kRowWords + i];
  for (int i = lane; i < kN * kRowWords; i += kLanes)
    b[i] = tiles.inputs[Operand::b][tile * kN * kRowWords + i];
  // The tensor core reads shared memory through another proxy than the stores went.
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  synchronize();

  std::uint32_t elements[kN];
#pragma unroll
  for (int i = 0; i < kN; ++i)
    elements[i] = tiles.inputs[Operand::c][(tile * kN + i) * kLanes + lane];
  const unsigned d = tensor_address;
  const unsigned own_lanes = d + (static_cast<unsigned>(warp) * 32 << 16);
  store_columns(own_lanes, elements);
  constexpr unsigned scale_a = kN, scale_b = kN + kScaleColumns;
  if constexpr (scaled) {
    constexpr int words = 32 * kScaleColumns;
    store_scales(own_lanes + scale_a, tiles.inputs[Operand::sa] + tile * words, lane % 32);
    store_scales(own_lanes + scale_b, tiles.inputs[Operand::sb] + tile * words, lane % 32);
  }
  synchronize();
  if (lane == 0) {
    const std::uint64_t a_descriptor = tcgen05_layout::descriptor(shared_address(a));
    const std::uint64_t b_descriptor = tcgen05_layout::descriptor(shared_address(b));
    if constexpr (scaled)
      multiply_scaled<Op>(d, a_descriptor, b_descriptor, tiles.descriptor, d + scale_a, d + scale_b,
                          tiles.accumulate, shared_address(&barrier));
    else
      multiply<Op>(d, a_descriptor, b_descriptor, tiles.descriptor, tiles.accumulate,
                   shared_address(&barrier));
  }
  __syncwarp();
  wait(shared_address(&barrier));
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  load_columns(own_lanes, elements);
#pragma unroll
  for (int i = 0; i < kN; ++i) tiles.d[(tile * kN + i) * kLanes + lane] = elements[i];
  synchronize();
  if (warp == 0)
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(d), "n"(kColumns));
}

template <class Op, int m, bool scaled>
cudaError_t launch(const DeviceTiles& tiles) {
  tcgen05_tiles<Op, m, scaled><<<static_cast<unsigned>(tiles.tiles), kLanes>>>(tiles);
  return cudaGetLastError();
}

// `name` is the opcode and the tile, as the host finds it.
template <int m, bool scaled = false, char... letters>
constexpr Kernel kernel(Letters<letters...>, std::string_view name) {
  constexpr int words = kLanes * kN, scales = scaled ? 32 * kScaleColumns : 0;
  return {.opcode = name,
          .words = {{Operand::a, m * kRowWords},
                    {Operand::b, kN * kRowWords},
                    {Operand::c, words},
                    {Operand::sa, scales},
                    {Operand::sb, scales},
                    {Operand::d, words}},
          .launch = launch<Letters<letters...>, m, scaled>};
}

}  // namespace mmasc::tcgen05
