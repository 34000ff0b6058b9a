// SPDX-License-Identifier: Apache-2.0
// Arm ARM DDI 0487, "BFDOT (vector)" to "USMMLA (vector)" of Advanced SIMD. The compiler lets only
// a function of the extension have the instruction.
#include "mmasc/cpu/arm.h"

#if defined(__aarch64__) && defined(__linux__)

#include <cstring>

namespace mmasc {
namespace {

constexpr int kWordsOfRegister = 4;
using Register = std::uint32_t __attribute__((vector_size(4 * kWordsOfRegister)));

// A tile is a register of D, and one or, of BFMLALB and BFMLALT, half of one of A and of B.
#define MMASC_VECTOR_128(name, extension, words_of_factor, instruction)                            \
  __attribute__((target(extension))) void name(const RegisterImages& images) {                     \
    for (int tile = 0; tile < images.tiles; ++tile) {                                              \
      Register a{}, b{}, d;                                                                        \
      std::memcpy(&a, images.a + tile * words_of_factor, sizeof(std::uint32_t) * words_of_factor); \
      std::memcpy(&b, images.b + tile * words_of_factor, sizeof(std::uint32_t) * words_of_factor); \
      std::memcpy(&d, images.c + tile * kWordsOfRegister, sizeof d);                               \
      asm volatile(instruction : "+w"(d), "+w"(a), "+w"(b));                                       \
      std::memcpy(images.d + tile * kWordsOfRegister, &d, sizeof d);                               \
    }                                                                                              \
  }
MMASC_VECTOR_128(bfdot, "arch=armv8.2-a+bf16", 4, "bfdot %0.4s, %1.8h, %2.8h")
MMASC_VECTOR_128(bfmmla, "arch=armv8.2-a+bf16", 4, "bfmmla %0.4s, %1.8h, %2.8h")
MMASC_VECTOR_128(sdot, "arch=armv8.2-a+dotprod", 4, "sdot %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(udot, "arch=armv8.2-a+dotprod", 4, "udot %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(usdot, "arch=armv8.2-a+i8mm", 4, "usdot %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(smmla, "arch=armv8.2-a+i8mm", 4, "smmla %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(ummla, "arch=armv8.2-a+i8mm", 4, "ummla %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(usmmla, "arch=armv8.2-a+i8mm", 4, "usmmla %0.4s, %1.16b, %2.16b")
// The factors go to the halves of words that the instruction takes, the low or the high ones.
MMASC_VECTOR_128(bfmlalb, "arch=armv8.2-a+bf16", 2,
                 "ushll %1.4s, %1.4h, #0\n\tushll %2.4s, %2.4h, #0\n\t"
                 "bfmlalb %0.4s, %1.8h, %2.8h")
MMASC_VECTOR_128(bfmlalt, "arch=armv8.2-a+bf16", 2,
                 "shll %1.4s, %1.4h, #16\n\tshll %2.4s, %2.4h, #16\n\t"
                 "bfmlalt %0.4s, %1.8h, %2.8h")
#undef MMASC_VECTOR_128

constexpr RegisterShape kDot8 = arm_shape(1, 4, 4, 8), kDot16 = arm_shape(1, 2, 4, 16);
constexpr RegisterShape kMatrix8 = arm_shape(2, 8, 1, 8), kMatrix16 = arm_shape(2, 4, 1, 16);
constexpr RegisterShape kLong16 = arm_shape(1, 1, 4, 16);

constexpr CpuKernel kVectorKernels[] = {
    {"bfdot", kDot16, kFpcr, missing<kBf16>, bfdot},
    {"bfmmla", kMatrix16, kFpcr, missing<kBf16>, bfmmla},
    {"bfdot (FPCR.EBF = 1)", kDot16, kEbf, missing<kBf16, kEbf16>, bfdot},
    {"bfmmla (FPCR.EBF = 1)", kMatrix16, kEbf, missing<kBf16, kEbf16>, bfmmla},
    {"bfmlalb", kLong16, kFpcr, missing<kBf16>, bfmlalb},
    {"bfmlalt", kLong16, kFpcr, missing<kBf16>, bfmlalt},
    {"sdot", kDot8, kFpcr, missing<kDotProd>, sdot},
    {"udot", kDot8, kFpcr, missing<kDotProd>, udot},
    {"usdot", kDot8, kFpcr, missing<kI8mm>, usdot},
    {"smmla", kMatrix8, kFpcr, missing<kI8mm>, smmla},
    {"ummla", kMatrix8, kFpcr, missing<kI8mm>, ummla},
    {"usmmla", kMatrix8, kFpcr, missing<kI8mm>, usmmla},
};

}  // namespace

std::span<const CpuKernel> arm_vector_kernels() { return kVectorKernels; }

}  // namespace mmasc

#endif
