// SPDX-License-Identifier: Apache-2.0
// The stage functions as device code: this file only has to compile.
#include "arith/machine_numbers.h"
#include "arith/reference.h"

__global__ void evaluate_all(const mmasc::Plan* plan, const mmasc::Operands* in, mmasc::Result* out,
                             int count) {
  const auto i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = mmasc::evaluate<mmasc::Numbers64>(*plan, in[i]);
}

__global__ void evaluate_all_128(const mmasc::Plan* plan, const mmasc::Operands* in,
                                 mmasc::Result* out, int count) {
  const auto i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = mmasc::evaluate<mmasc::Numbers128>(*plan, in[i]);
}
