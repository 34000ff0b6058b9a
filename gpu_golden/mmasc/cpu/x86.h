// SPDX-License-Identifier: Apache-2.0
// Definitions that the parts of the kernels of x86-64 share.
#pragma once

#if defined(__x86_64__)

#include <cpuid.h>

#include "mmasc/cpu/kernels.h"

namespace mmasc {

struct CpuidLeaf {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// All bits are zero where the processor has no such leaf.
inline CpuidLeaf cpuid(unsigned leaf, unsigned subleaf) {
  CpuidLeaf of;
  return __get_cpuid_count(leaf, subleaf, &of.eax, &of.ebx, &of.ecx, &of.edx) ? of : CpuidLeaf{};
}

inline bool is_set(unsigned bits, int bit) { return (bits >> bit & 1) != 0; }

// As a program starts: to nearest even, subnormal numbers as they are. Of the instructions here
// VFMADD231PS and VFMADD231PD alone read it.
inline constexpr std::uint32_t kMxcsr = 0x1f80;

std::span<const CpuKernel> x86_vector_kernels();
std::span<const CpuKernel> x86_tile_kernels();

}  // namespace mmasc

#endif
