// SPDX-License-Identifier: Apache-2.0
// The kernels as the host finds them: by the opcode. Each .cu file has a table of its own, for it
// is compiled for the GPUs that have its instructions.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "mmasc/capture/cycles.h"
#include "mmasc/unit/operands.h"

namespace mmasc {

// Images in device memory, tile after tile; see mmasc/capture/operand_map.h.
struct DeviceTiles {
  PerInput<const std::uint32_t*> inputs;
  std::uint32_t* d = nullptr;
  int tiles = 0;
  bool accumulate = true;
  std::uint32_t descriptor = 0;  // of the instruction, for tcgen05.mma
};

struct Kernel {
  std::string_view opcode;
  PerOperand<int> words;  // of one tile
  cudaError_t (*launch)(const DeviceTiles& tiles);
  Cycles (*cycles)() = nullptr;  // null: its cycles are not measured
  std::string_view chip{};       // the only one of its architecture that has the instruction
};

// mma.sync m16n8k8 and m8n8k4 of f16: sm_75 on.
std::span<const Kernel> f16_kernels();
// mma.sync of f16, bf16, tf32 and f64: sm_80 on.
std::span<const Kernel> mma_kernels();
// mma.sync of e4m3 and e5m2: sm_89 on.
std::span<const Kernel> fp8_k32_f32_kernels();
std::span<const Kernel> fp8_k32_f16_kernels();
std::span<const Kernel> fp8_k16_f32_kernels();
std::span<const Kernel> fp8_k16_f16_kernels();
// mma.sync m8n8 of integers: sm_75 on.
std::span<const Kernel> int8_m8_kernels();
std::span<const Kernel> int4_m8_kernels();
// mma.sync m16n8 of integers: sm_80 on.
std::span<const Kernel> int8_k16_kernels();
std::span<const Kernel> int8_k32_kernels();
std::span<const Kernel> int4_k32_kernels();
std::span<const Kernel> int4_k64_kernels();
// mma.sp.sync of f16, bf16, tf32 and integers: sm_80 on.
std::span<const Kernel> sparse_kernels();
std::span<const Kernel> sparse_int8_k32_kernels();
std::span<const Kernel> sparse_int8_k64_kernels();
std::span<const Kernel> sparse_int4_k64_kernels();
std::span<const Kernel> sparse_int4_k128_kernels();
// mma.sp.sync of e4m3 and e5m2 with D in f32: sm_89, for which ptxas 13.0 refuses D in f16.
std::span<const Kernel> sparse_fp8_kernels();
// mma.sync m16n8 of f64: sm_90 on.
std::span<const Kernel> f64_kernels();
// wgmma: sm_90a.
std::span<const Kernel> wgmma_kernels();
std::span<const Kernel> sparse_wgmma_kernels();
// mma.sync kind::f8f6f4, mxf8f6f4 and mxf4nvf4: sm_120f.
std::span<const Kernel> f8f6f4_f32_kernels();
std::span<const Kernel> f8f6f4_f16_kernels();
std::span<const Kernel> mxf8f6f4_kernels();
std::span<const Kernel> mxf4_kernels();
// tcgen05.mma kind::tf32, f16 and f8f6f4: sm_100f.
std::span<const Kernel> tcgen05_kernels();
// tcgen05.mma kind::i8: sm_100a.
std::span<const Kernel> tcgen05_i8_kernels();
// tcgen05.mma kind::mxf8f6f4 and mxf4nvf4: sm_100a and sm_103a.
std::span<const Kernel> tcgen05_scaled_kernels();

}  // namespace mmasc
