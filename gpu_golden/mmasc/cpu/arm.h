// SPDX-License-Identifier: Apache-2.0
// Definitions that the parts of the kernels of AArch64 share.
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
inline constexpr ArmExtension kSmeI16I64{"FEAT_SME_I16I64", AT_HWCAP2, 24};
inline constexpr ArmExtension kSmeF64F64{"FEAT_SME_F64F64", AT_HWCAP2, 25};
inline constexpr ArmExtension kEbf16{"FEAT_EBF16", AT_HWCAP2, 32};
inline constexpr ArmExtension kSve2p1{"FEAT_SVE2p1", AT_HWCAP2, 36};
inline constexpr ArmExtension kSme2{"FEAT_SME2", AT_HWCAP2, 37};
inline constexpr ArmExtension kSmeB16B16{"FEAT_SME_B16B16", AT_HWCAP2, 41};
inline constexpr ArmExtension kSmeF16F16{"FEAT_SME_F16F16", AT_HWCAP2, 42};
inline constexpr ArmExtension kF8f32mm{"FEAT_F8F32MM", AT_HWCAP, 35};
inline constexpr ArmExtension kF8f16mm{"FEAT_F8F16MM", AT_HWCAP, 36};
inline constexpr ArmExtension kSveF16f32mm{"FEAT_SVE_F16F32MM", AT_HWCAP, 37};
inline constexpr ArmExtension kFp8Dot4{"FEAT_FP8DOT4", AT_HWCAP2, 53};
inline constexpr ArmExtension kFp8Dot2{"FEAT_FP8DOT2", AT_HWCAP2, 54};
inline constexpr ArmExtension kE4m3{"e4m3 among the formats of FP8", AT_HWCAP2, 55};
inline constexpr ArmExtension kE5m2{"e5m2 among the formats of FP8", AT_HWCAP2, 56};
inline constexpr ArmExtension kSmeF8F16{"FEAT_SME_F8F16", AT_HWCAP2, 58};
inline constexpr ArmExtension kSmeF8F32{"FEAT_SME_F8F32", AT_HWCAP2, 59};

// A processor says its formats of FP8 apart from the instructions.
template <const ArmExtension& kWanted>
inline constexpr auto missing_fp8 = missing<kWanted, kE4m3, kE5m2>;

// LSCALE is read as 7 bits where d is f32 and as 4 where it is f16.
inline constexpr int kMostSteps32 = 127, kMostSteps16 = 15;

// Arm ARM DDI 0487, "FPCR". BFDOT, BFMMLA and BFMOPA read EBF; DN is the default NaN.
inline constexpr std::uint32_t kFpcr = 0, kEbf = 1u << 13, kDefaultNan = 1u << 25;

constexpr RegisterShape arm_shape(int m, int k, int blocks, int bits, int sum_bits = 32) {
  return {.m = m, .n = m, .k = k, .blocks = blocks, .bits = bits, .sum_bits = sum_bits};
}

// Arm ARM DDI 0487, "FPMR": the formats of both factors and LSCALE. Entering and leaving streaming
// mode make it 0.
#define MMASC_FPMR "S3_3_C4_C4_2"
std::uint64_t fpmr_of(const RegisterImages& images, int tile);
inline constexpr std::string_view kFp8Formats[] = {"e5m2", "e4m3"};  // by their numbers there

std::span<const CpuKernel> arm_vector_kernels();
std::span<const CpuKernel> arm_fp8_kernels();
std::span<const CpuKernel> arm_scalable_kernels();
std::span<const CpuKernel> arm_outer_kernels();

}  // namespace mmasc

#endif
