// SPDX-License-Identifier: Apache-2.0
// Arm ARM DDI 0487, "BFMOPA" to "USMOPS" of SME: outer products of vectors of 512 bits. Where the
// streaming vectors are shorter, the tile is done in patches; where they are longer, in part of
// one.
#include "mmasc/cpu/arm.h"

#if defined(__aarch64__) && defined(__linux__)

#include <algorithm>

namespace mmasc {
namespace {

constexpr std::int64_t kRowBytes = 64;  // of a tile

// Rows of D that lie kRowBytes apart.
struct Patch {
  const char *a, *b, *c;
  char* d;
  std::int64_t bytes;  // of A, of B and of a row
  std::int64_t rows;
  std::uint64_t fpmr;  // which only instructions on FP8 set
};

// za0 += z1 * z2, where a row of D is loaded and stored as elements of the letter's size.
#define MMASC_OUTER(name, element_bytes, letter, load, store, instruction)                         \
  __attribute__((target("arch=armv8.2-a+sve"))) void name##_patch(const Patch& patch) {            \
    const char* c = patch.c;                                                                       \
    char* d = patch.d;                                                                             \
    asm volatile(                                                                                  \
        ".arch_extension sme\n\t"                                                                  \
        "smstart\n\t"                                                                              \
        "whilelt p0.b, xzr, %2\n\t"                                                                \
        "ld1b {z1.b}, p0/z, [%3]\n\t"                                                              \
        "ld1b {z2.b}, p0/z, [%4]\n\t"                                                              \
        "mov w12, #0\n"                                                                            \
        "1:\n\t" load " {za0h." letter                                                             \
        "[w12, 0]}, p0/z, [%0]\n\t"                                                                \
        "add %0, %0, %6\n\t"                                                                       \
        "add w12, w12, #1\n\t"                                                                     \
        "cmp w12, %w5\n\t"                                                                         \
        "b.lt 1b\n\t" instruction                                                                  \
        "\n\t"                                                                                     \
        "mov w12, #0\n"                                                                            \
        "2:\n\t" store " {za0h." letter                                                            \
        "[w12, 0]}, p0, [%1]\n\t"                                                                  \
        "add %1, %1, %6\n\t"                                                                       \
        "add w12, w12, #1\n\t"                                                                     \
        "cmp w12, %w5\n\t"                                                                         \
        "b.lt 2b\n\t"                                                                              \
        "smstop"                                                                                   \
        : "+&r"(c), "+&r"(d)                                                                       \
        : "r"(patch.bytes), "r"(patch.a), "r"(patch.b), "r"(patch.rows), "r"(kRowBytes),           \
          "r"(patch.fpmr)                                                                          \
        : "memory", "cc", "x12", "p0", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", \
          "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21",      \
          "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");                   \
  }                                                                                                \
  void name(const RegisterImages& images) { for_each_patch(images, element_bytes, name##_patch); }

std::int64_t bytes_of_streaming_vector() {
  std::int64_t bytes = 0;
  asm volatile(".arch_extension sme\n\trdsvl %0, #1" : "=r"(bytes));
  return bytes;
}

void for_each_patch(const RegisterImages& images, std::int64_t element_bytes,
                    void (*run)(const Patch&)) {
  const std::int64_t bytes = std::min(bytes_of_streaming_vector(), kRowBytes);
  const std::int64_t bytes_of_d = kRowBytes / element_bytes * kRowBytes;
  for (int tile = 0; tile < images.tiles; ++tile)
    for (std::int64_t row = 0; row < kRowBytes; row += bytes)
      for (std::int64_t column = 0; column < kRowBytes; column += bytes) {
        const std::int64_t of_d = tile * bytes_of_d + row / element_bytes * kRowBytes + column;
        run({.a = reinterpret_cast<const char*>(images.a) + tile * kRowBytes + row,
             .b = reinterpret_cast<const char*>(images.b) + tile * kRowBytes + column,
             .c = reinterpret_cast<const char*>(images.c) + of_d,
             .d = reinterpret_cast<char*>(images.d) + of_d,
             .bytes = bytes,
             .rows = bytes / element_bytes,
             .fpmr = images.scale_steps == nullptr ? 0 : fpmr_of(images, tile)});
      }
}

#define MMASC_OUTER_32(name, instruction) MMASC_OUTER(name, 4, "s", "ld1w", "st1w", instruction)
MMASC_OUTER_32(bfmopa, "bfmopa za0.s, p0/m, p0/m, z1.h, z2.h")
MMASC_OUTER_32(fmopa_f16, "fmopa za0.s, p0/m, p0/m, z1.h, z2.h")
MMASC_OUTER_32(fmopa_f32, "fmopa za0.s, p0/m, p0/m, z1.s, z2.s")
MMASC_OUTER_32(smopa, "smopa za0.s, p0/m, p0/m, z1.b, z2.b")
MMASC_OUTER_32(umopa, "umopa za0.s, p0/m, p0/m, z1.b, z2.b")
MMASC_OUTER_32(sumopa, "sumopa za0.s, p0/m, p0/m, z1.b, z2.b")
MMASC_OUTER_32(usmopa, "usmopa za0.s, p0/m, p0/m, z1.b, z2.b")
MMASC_OUTER_32(bfmops, "bfmops za0.s, p0/m, p0/m, z1.h, z2.h")
MMASC_OUTER_32(fmops_f16, "fmops za0.s, p0/m, p0/m, z1.h, z2.h")
MMASC_OUTER_32(fmops_f32, "fmops za0.s, p0/m, p0/m, z1.s, z2.s")
MMASC_OUTER_32(smops, "smops za0.s, p0/m, p0/m, z1.b, z2.b")
MMASC_OUTER_32(umops, "umops za0.s, p0/m, p0/m, z1.b, z2.b")
MMASC_OUTER_32(sumops, "sumops za0.s, p0/m, p0/m, z1.b, z2.b")
MMASC_OUTER_32(usmops, "usmops za0.s, p0/m, p0/m, z1.b, z2.b")
#define MMASC_OUTER_64(name, instruction) MMASC_OUTER(name, 8, "d", "ld1d", "st1d", instruction)
// As numbers, because assemblers know these of SME2 since binutils 2.41, and call the extension of
// the one of f64 by several names.
MMASC_OUTER_32(smopa_s16, ".inst 0xa0820028")   // smopa za0.s, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_32(umopa_u16, ".inst 0xa1820028")   // umopa za0.s, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(fmopa_f64, ".inst 0x80c20020")   // fmopa za0.d, p0/m, p0/m, z1.d, z2.d
MMASC_OUTER_32(smops_s16, ".inst 0xa0820038")   // smops za0.s, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_32(umops_u16, ".inst 0xa1820038")   // umops za0.s, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(fmops_f64, ".inst 0x80c20030")   // fmops za0.d, p0/m, p0/m, z1.d, z2.d
MMASC_OUTER_64(smopa_i16, ".inst 0xa0c20020")   // smopa za0.d, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(umopa_i16, ".inst 0xa1e20020")   // umopa za0.d, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(sumopa_i16, ".inst 0xa0e20020")  // sumopa za0.d, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(usmopa_i16, ".inst 0xa1c20020")  // usmopa za0.d, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(smops_i16, ".inst 0xa0c20030")   // smops za0.d, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(umops_i16, ".inst 0xa1e20030")   // umops za0.d, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(sumops_i16, ".inst 0xa0e20030")  // sumops za0.d, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_64(usmops_i16, ".inst 0xa1c20030")  // usmops za0.d, p0/m, p0/m, z1.h, z2.h
#define MMASC_OUTER_16(name, instruction) MMASC_OUTER(name, 2, "h", "ld1h", "st1h", instruction)
MMASC_OUTER_16(fmopa_f16_f16, ".inst 0x81820028")  // fmopa za0.h, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_16(fmops_f16_f16, ".inst 0x81820038")  // fmops za0.h, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_16(bfmopa_bf16, ".inst 0x81a20028")    // bfmopa za0.h, p0/m, p0/m, z1.h, z2.h
MMASC_OUTER_16(bfmops_bf16, ".inst 0x81a20038")    // bfmops za0.h, p0/m, p0/m, z1.h, z2.h
// FPMR is 0 again outside streaming mode.
#define MMASC_SET_FPMR "msr " MMASC_FPMR ", %7\n\t"
MMASC_OUTER_32(fmopa_f32_fp8,
               MMASC_SET_FPMR ".inst 0x80a20020")  // fmopa za0.s, p0/m, p0/m, z1.b, z2.b
MMASC_OUTER_16(fmopa_f16_fp8,
               MMASC_SET_FPMR ".inst 0x80a20028")  // fmopa za0.h, p0/m, p0/m, z1.b, z2.b
#undef MMASC_SET_FPMR
#undef MMASC_OUTER_16
#undef MMASC_OUTER_64
#undef MMASC_OUTER_32
#undef MMASC_OUTER

constexpr RegisterShape outer(int k, int bits) { return arm_shape(16, k, 1, bits); }
constexpr RegisterShape kOuter16 = arm_shape(32, 1, 1, 16, 16);
constexpr RegisterShape kOuterF64 = arm_shape(8, 1, 1, 64, 64);
constexpr RegisterShape kOuterS64 = arm_shape(8, 4, 1, 16, 64);

constexpr CpuKernel kOuterKernels[] = {
    {"bfmopa", outer(2, 16), kFpcr, missing<kSme>, bfmopa},
    {"bfmopa (FPCR.EBF = 1)", outer(2, 16), kEbf, missing<kSme, kEbf16>, bfmopa},
    {"fmopa", outer(2, 16), kFpcr, missing<kSme>, fmopa_f16},
    {"fmopa", outer(1, 32), kFpcr, missing<kSme>, fmopa_f32},
    {"fmopa", kOuterF64, kFpcr, missing<kSme, kSmeF64F64>, fmopa_f64},
    {"fmopa", kOuter16, kFpcr, missing<kSme, kSmeF16F16>, fmopa_f16_f16},
    {"bfmopa", kOuter16, kFpcr, missing<kSme, kSmeB16B16>, bfmopa_bf16},
    {"smopa", outer(4, 8), kFpcr, missing<kSme>, smopa},
    {"umopa", outer(4, 8), kFpcr, missing<kSme>, umopa},
    {"sumopa", outer(4, 8), kFpcr, missing<kSme>, sumopa},
    {"usmopa", outer(4, 8), kFpcr, missing<kSme>, usmopa},
    {"smopa", outer(2, 16), kFpcr, missing<kSme2>, smopa_s16},
    {"umopa", outer(2, 16), kFpcr, missing<kSme2>, umopa_u16},
    {"smopa", kOuterS64, kFpcr, missing<kSme, kSmeI16I64>, smopa_i16},
    {"umopa", kOuterS64, kFpcr, missing<kSme, kSmeI16I64>, umopa_i16},
    {"sumopa", kOuterS64, kFpcr, missing<kSme, kSmeI16I64>, sumopa_i16},
    {"usmopa", kOuterS64, kFpcr, missing<kSme, kSmeI16I64>, usmopa_i16},
    {"bfmops", outer(2, 16), kFpcr, missing<kSme>, bfmops},
    {"bfmops (FPCR.EBF = 1)", outer(2, 16), kEbf, missing<kSme, kEbf16>, bfmops},
    {"fmops", outer(2, 16), kFpcr, missing<kSme>, fmops_f16},
    {"fmops", outer(1, 32), kFpcr, missing<kSme>, fmops_f32},
    {"fmops", kOuterF64, kFpcr, missing<kSme, kSmeF64F64>, fmops_f64},
    {"fmops", kOuter16, kFpcr, missing<kSme, kSmeF16F16>, fmops_f16_f16},
    {"bfmops", kOuter16, kFpcr, missing<kSme, kSmeB16B16>, bfmops_bf16},
    {"smops", outer(4, 8), kFpcr, missing<kSme>, smops},
    {"umops", outer(4, 8), kFpcr, missing<kSme>, umops},
    {"sumops", outer(4, 8), kFpcr, missing<kSme>, sumops},
    {"usmops", outer(4, 8), kFpcr, missing<kSme>, usmops},
    {"smops", outer(2, 16), kFpcr, missing<kSme2>, smops_s16},
    {"umops", outer(2, 16), kFpcr, missing<kSme2>, umops_u16},
    {"smops", kOuterS64, kFpcr, missing<kSme, kSmeI16I64>, smops_i16},
    {"umops", kOuterS64, kFpcr, missing<kSme, kSmeI16I64>, umops_i16},
    {"sumops", kOuterS64, kFpcr, missing<kSme, kSmeI16I64>, sumops_i16},
    {"usmops", kOuterS64, kFpcr, missing<kSme, kSmeI16I64>, usmops_i16},
    {"fmopa", outer(4, 8), kFpcr, missing_fp8<kSmeF8F32>, fmopa_f32_fp8, kMostSteps32, kFp8Formats},
    {"fmopa", arm_shape(32, 2, 1, 8, 16), kFpcr, missing_fp8<kSmeF8F16>, fmopa_f16_fp8,
     kMostSteps16, kFp8Formats},
};

}  // namespace

std::span<const CpuKernel> arm_outer_kernels() { return kOuterKernels; }

}  // namespace mmasc

#endif
