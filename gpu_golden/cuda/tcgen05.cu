// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma by one CTA, with n = 16: A and B in shared memory, C and D in tensor memory.
#include <cstdint>

#include "capture/layout.h"
#include "cuda/kernel.h"
#include "cuda/opcode_text.cuh"

namespace mmasc {
namespace {

constexpr int kLanes = tcgen05_layout::kLanes, kN = tcgen05_layout::kN;
constexpr int kRowWords = wgmma_layout::kRowBytes / 4;
constexpr int kColumns = 32;  // the least there is to allocate

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ void store_columns(unsigned address, const std::uint32_t (&c)[kN]) {
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

__device__ void load_columns(unsigned address, std::uint32_t (&d)[kN]) {
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

// Every thread's tensor memory accesses before it come before every thread's after it.
__device__ void synchronize() {
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

__device__ void wait(unsigned barrier) {
  asm volatile(
      "{ .reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      "@!done bra again; }"
      :
      : "r"(barrier)
      : "memory");
}

template <class Op, int m>
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
  for (int i = lane; i < m * kRowWords; i += kLanes) a[i] = tiles.a[tile * m * kRowWords + i];
  for (int i = lane; i < kN * kRowWords; i += kLanes) b[i] = tiles.b[tile * kN * kRowWords + i];
  // The tensor core reads shared memory through another proxy than the stores went.
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  synchronize();

  std::uint32_t elements[kN];
#pragma unroll
  for (int i = 0; i < kN; ++i) elements[i] = tiles.c[(tile * kN + i) * kLanes + lane];
  const unsigned d = tensor_address;
  const unsigned own_lanes = d + (static_cast<unsigned>(warp) * 32 << 16);
  store_columns(own_lanes, elements);
  synchronize();
  if (lane == 0)
    multiply<Op>(d, tcgen05_layout::descriptor(shared_address(a)),
                 tcgen05_layout::descriptor(shared_address(b)), tiles.descriptor, tiles.accumulate,
                 shared_address(&barrier));
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

template <class Op, int m>
cudaError_t launch(const DeviceTiles& tiles) {
  tcgen05_tiles<Op, m><<<static_cast<unsigned>(tiles.tiles), kLanes>>>(tiles);
  return cudaGetLastError();
}

template <int m, char... letters>
constexpr Kernel kernel(Letters<letters...>, std::string_view name) {
  constexpr int words = kLanes * kN;
  return {name, {m * kRowWords, kN * kRowWords, words, words}, launch<Letters<letters...>, m>};
}

constexpr auto kTf32 = "tcgen05.mma.cta_group::1.kind::tf32"_opcode;
constexpr auto kF16 = "tcgen05.mma.cta_group::1.kind::f16"_opcode;
constexpr auto kF8f6f4 = "tcgen05.mma.cta_group::1.kind::f8f6f4"_opcode;

const Kernel kKernels[] = {
    kernel<64>(kTf32, (kTf32 + " m64"_opcode).view()),
    kernel<128>(kTf32, (kTf32 + " m128"_opcode).view()),
    kernel<64>(kF16, (kF16 + " m64"_opcode).view()),
    kernel<128>(kF16, (kF16 + " m128"_opcode).view()),
    kernel<64>(kF8f6f4, (kF8f6f4 + " m64"_opcode).view()),
    kernel<128>(kF8f6f4, (kF8f6f4 + " m128"_opcode).view()),
};

}  // namespace

std::span<const Kernel> tcgen05_kernels() { return kKernels; }

}  // namespace mmasc
