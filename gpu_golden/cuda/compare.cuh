// SPDX-License-Identifier: Apache-2.0
// The model as a kernel: a dot product a thread. Number systems are compiled apart, for the wide
// ones take minutes and not every GPU has instructions that want them.
#pragma once

#include "compare_kernels.h"

namespace mmasc {

inline constexpr int kThreads = 128;

inline unsigned blocks(std::int64_t threads) {
  return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}

__device__ inline std::int64_t thread_number() {
  return static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
}

template <NumberSystem N>
__global__ void __launch_bounds__(kThreads)
    compare_with_model(BatchView batch, const SequencePlan* program, std::int64_t count,
                       unsigned long long* mismatches) {
  const std::int64_t i = thread_number();
  if (i < count && compare_dot<N>(batch, *program, i)) atomicAdd(mismatches, 1ull);
}

template <NumberSystem N>
cudaError_t compare_dots(const BatchView& batch, int tiles, const SequencePlan* program,
                         unsigned long long* mismatches) {
  const auto dots = std::int64_t{tiles} * batch.stream.dims.dots();
  compare_with_model<N><<<blocks(dots), kThreads>>>(batch, program, dots, mismatches);
  return cudaGetLastError();
}

}  // namespace mmasc
