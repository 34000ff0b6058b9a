// SPDX-License-Identifier: Apache-2.0
// Arm ARM DDI 0487, "FDOT (FP8 to FP16, vector)", "FDOT (FP8 to FP32, vector)" and "FMMLA
// (widening, FP8)" of Advanced SIMD. They are numbers, because assemblers know them since
// binutils 2.43 and later.
#include "mmasc/cpu/arm.h"

#if defined(__aarch64__) && defined(__linux__)

#include <algorithm>

namespace mmasc {
namespace {

constexpr int kWords = 4;  // of a register, which is a tile

// v0 += v1 * v2. FPMR is 0 for the caller before and after it, as it is for all code here.
#define MMASC_FP8_128(name, number)                                              \
  void name(const RegisterImages& images) {                                      \
    for (int tile = 0; tile < images.tiles; ++tile) {                            \
      const std::int64_t first = std::int64_t{tile} * kWords;                    \
      asm volatile(                                                              \
          "ldr q0, [%2]\n\tldr q1, [%0]\n\tldr q2, [%1]\n\t"                     \
          "msr " MMASC_FPMR ", %4\n\t.inst " number "\n\tmsr " MMASC_FPMR        \
          ", xzr\n\t"                                                            \
          "str q0, [%3]"                                                         \
          :                                                                      \
          : "r"(images.a + first), "r"(images.b + first), "r"(images.c + first), \
            "r"(images.d + first), "r"(fpmr_of(images, tile))                    \
          : "memory", "v0", "v1", "v2");                                         \
    }                                                                            \
  }
MMASC_FP8_128(fdot_f32_fp8, "0x4e02fc20")   // fdot v0.4s, v1.16b, v2.16b
MMASC_FP8_128(fdot_f16_fp8, "0x4e42fc20")   // fdot v0.8h, v1.16b, v2.16b
MMASC_FP8_128(fmmla_f32_fp8, "0x6e82ec20")  // fmmla v0.4s, v1.16b, v2.16b
MMASC_FP8_128(fmmla_f16_fp8, "0x6e02ec20")  // fmmla v0.8h, v1.16b, v2.16b
#undef MMASC_FP8_128

constexpr CpuKernel kFp8Kernels[] = {
    {"fdot", arm_shape(1, 4, 4, 8), kFpcr, missing_fp8<kFp8Dot4>, fdot_f32_fp8, kMostSteps32,
     kFp8Formats},
    {"fdot", arm_shape(1, 2, 8, 8, 16), kFpcr, missing_fp8<kFp8Dot2>, fdot_f16_fp8, kMostSteps16,
     kFp8Formats},
    {"fmmla", arm_shape(2, 8, 1, 8), kFpcr, missing_fp8<kF8f32mm>, fmmla_f32_fp8, kMostSteps32,
     kFp8Formats},
    {"fmmla", arm_shape(2, 4, 2, 8, 16), kFpcr, missing_fp8<kF8f16mm>, fmmla_f16_fp8, kMostSteps16,
     kFp8Formats},
};

}  // namespace

std::uint64_t fpmr_of(const RegisterImages& images, int tile) {
  const auto number_of = [](std::string_view format) {
    return static_cast<std::uint64_t>(std::ranges::find(kFp8Formats, format) - kFp8Formats);
  };
  constexpr int kSecondFormat = 3, kLowScale = 16;
  return number_of(images.a_format) | number_of(images.b_format) << kSecondFormat |
         std::uint64_t{images.scale_steps[tile]} << kLowScale;
}

std::span<const CpuKernel> arm_fp8_kernels() { return kFp8Kernels; }

}  // namespace mmasc

#endif
