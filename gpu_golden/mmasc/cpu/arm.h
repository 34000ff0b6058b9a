// SPDX-License-Identifier: Apache-2.0
// What the parts of the kernels of AArch64 share.
#pragma once

#if defined(__aarch64__) && defined(__linux__)

#include <sys/auxv.h>

#include "mmasc/cpu/kernels.h"

namespace mmasc {

struct ArmExtension {
  const char* name;
  unsigned long word;
  int bit;
};

inline bool tells(const ArmExtension& extension) {
  return (getauxval(extension.word) >> extension.bit & 1) != 0;
}

// The first of them that this processor lacks, or that Linux does not tell of.
template <const ArmExtension&... kWanted>
std::string_view missing() {
  std::string_view first;
  ((first.empty() && !tells(kWanted) ? first = kWanted.name : first), ...);
  return first;
}

// Linux, arch/arm64/include/uapi/asm/hwcap.h. Older headers lack many of them.
inline constexpr ArmExtension kCpuid{"MIDR_EL1", AT_HWCAP, 11};
inline constexpr ArmExtension kDotProd{"FEAT_DotProd", AT_HWCAP, 20};
inline constexpr ArmExtension kF32mm{"FEAT_F32MM", AT_HWCAP2, 10};
inline constexpr ArmExtension kF64mm{"FEAT_F64MM", AT_HWCAP2, 11};
inline constexpr ArmExtension kI8mm{"FEAT_I8MM", AT_HWCAP2, 13};
inline constexpr ArmExtension kBf16{"FEAT_BF16", AT_HWCAP2, 14};
inline constexpr ArmExtension kSme{"FEAT_SME", AT_HWCAP2, 23};
inline constexpr ArmExtension kSmeF64F64{"FEAT_SME_F64F64", AT_HWCAP2, 25};
inline constexpr ArmExtension kEbf16{"FEAT_EBF16", AT_HWCAP2, 32};
inline constexpr ArmExtension kSve2p1{"FEAT_SVE2p1", AT_HWCAP2, 36};
inline constexpr ArmExtension kSme2{"FEAT_SME2", AT_HWCAP2, 37};

// Arm ARM DDI 0487, "FPCR". BFDOT, BFMMLA and BFMOPA read EBF; DN is the default NaN.
inline constexpr std::uint32_t kFpcr = 0, kEbf = 1u << 13, kDefaultNan = 1u << 25;

constexpr RegisterShape arm_shape(int m, int k, int blocks, int bits, int sum_bits = 32) {
  return {.m = m, .n = m, .k = k, .blocks = blocks, .bits = bits, .sum_bits = sum_bits};
}

std::span<const CpuKernel> arm_vector_kernels();
std::span<const CpuKernel> arm_scalable_kernels();
std::span<const CpuKernel> arm_outer_kernels();

}  // namespace mmasc

#endif
