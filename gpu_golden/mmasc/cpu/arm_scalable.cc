// SPDX-License-Identifier: Apache-2.0
// Arm ARM DDI 0487, "FDOT (2-way, vectors, FP16 to FP32)", "FMMLA (widening, FP16 to FP32)",
// "FMMLA (non-widening)", "SDOT (2-way, vectors)" and "UDOT (2-way, vectors)" of SVE, on vectors of
// any length: the images are one stream.
#include "mmasc/cpu/arm.h"

#if defined(__aarch64__) && defined(__linux__)

#include <sys/prctl.h>

namespace mmasc {
namespace {

// z0 += z1 * z2, with `begin` before and `end` after it. Instructions that assemblers know only
// since binutils 2.41 or later are numbers.
#define MMASC_SCALABLE(name, words_of_tile, begin, instruction, end)                            \
  __attribute__((target("arch=armv8.2-a+sve"))) void name(const RegisterImages& images) {       \
    const std::int64_t bytes = std::int64_t{4} * words_of_tile * images.tiles;                  \
    std::int64_t at = 0;                                                                        \
    asm volatile(begin                                                                          \
                 "1:\n\t"                                                                       \
                 "whilelt p0.b, %0, %1\n\t"                                                     \
                 "ld1b {z1.b}, p0/z, [%2, %0]\n\t"                                              \
                 "ld1b {z2.b}, p0/z, [%3, %0]\n\t"                                              \
                 "ld1b {z0.b}, p0/z, [%4, %0]\n\t" instruction                                  \
                 "\n\t"                                                                         \
                 "st1b {z0.b}, p0, [%5, %0]\n\t"                                                \
                 "incb %0\n\t"                                                                  \
                 "cmp %0, %1\n\t"                                                               \
                 "b.lt 1b\n\t" end                                                              \
                 : "+&r"(at)                                                                    \
                 : "r"(bytes), "r"(images.a), "r"(images.b), "r"(images.c), "r"(images.d)       \
                 : "memory", "cc", "p0", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8",  \
                   "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19",  \
                   "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", \
                   "v31");                                                                      \
  }
#define MMASC_SVE(name, words_of_tile, instruction) \
  MMASC_SCALABLE(name, words_of_tile, "", instruction, "")
// The streaming mode of SME.
#define MMASC_STREAMING(name, words_of_tile, instruction)                                 \
  MMASC_SCALABLE(name, words_of_tile, ".arch_extension sme\n\tsmstart sm\n", instruction, \
                 "smstop sm\n")

#define MMASC_FDOT ".inst 0x64228020"  // fdot z0.s, z1.h, z2.h
#define MMASC_SDOT ".inst 0x4402c820"  // sdot z0.s, z1.h, z2.h
#define MMASC_UDOT ".inst 0x4402cc20"  // udot z0.s, z1.h, z2.h
MMASC_SVE(fmmla_f32, 4, ".arch_extension f32mm\n\tfmmla z0.s, z1.s, z2.s")
MMASC_SVE(fmmla_f64, 8, ".arch_extension f64mm\n\tfmmla z0.d, z1.d, z2.d")
MMASC_SVE(fmmla_f16, 4, ".inst 0x6422e420")  // fmmla z0.s, z1.h, z2.h
MMASC_SVE(fdot_f16, 16, MMASC_FDOT)
MMASC_SVE(sdot_s16, 4, MMASC_SDOT)
MMASC_SVE(udot_u16, 4, MMASC_UDOT)
MMASC_STREAMING(streaming_fdot_f16, 16, MMASC_FDOT)
MMASC_STREAMING(streaming_sdot_s16, 4, MMASC_SDOT)
MMASC_STREAMING(streaming_udot_u16, 4, MMASC_UDOT)
#undef MMASC_FDOT
#undef MMASC_SDOT
#undef MMASC_UDOT
#undef MMASC_STREAMING
#undef MMASC_SVE
#undef MMASC_SCALABLE

// FMMLA of f64 is undefined on vectors that hold no matrix of 2 x 2.
std::string_view missing_f64mm() {
  if (const auto first = missing<kF64mm>(); !first.empty()) return first;
  constexpr int kMatrixBytes = 32;
  const int state = ::prctl(PR_SVE_GET_VL);
  return state >= 0 && (state & PR_SVE_VL_LEN_MASK) >= kMatrixBytes
             ? ""
             : "FEAT_F64MM on vectors of 256 bits or more";
}

constexpr RegisterShape kPairs = arm_shape(1, 2, 4, 16);

constexpr CpuKernel kScalableKernels[] = {
    {"fmmla", arm_shape(2, 4, 1, 16), kFpcr, missing<kSveF16f32mm>, fmmla_f16},
    {"fmmla", arm_shape(2, 2, 1, 32), kFpcr, missing<kF32mm>, fmmla_f32},
    {"fmmla", arm_shape(2, 2, 1, 64, 64), kFpcr, missing_f64mm, fmmla_f64},
    {"fdot", arm_shape(1, 2, 16, 16), kDefaultNan, missing<kSve2p1>, fdot_f16},
    {"fdot", arm_shape(1, 2, 16, 16), kDefaultNan, missing<kSme2>, streaming_fdot_f16},
    {"sdot", kPairs, kFpcr, missing<kSve2p1>, sdot_s16},
    {"sdot", kPairs, kFpcr, missing<kSme2>, streaming_sdot_s16},
    {"udot", kPairs, kFpcr, missing<kSve2p1>, udot_u16},
    {"udot", kPairs, kFpcr, missing<kSme2>, streaming_udot_u16},
};

}  // namespace

std::span<const CpuKernel> arm_scalable_kernels() { return kScalableKernels; }

}  // namespace mmasc

#endif
