// SPDX-License-Identifier: Apache-2.0
// Intel SDM 2, "VDPBF16PS", "VPDPBUSD" to "VPDPWSSDS", "VPDPB[SU,UU,SS]D[,S]" and
// "VPDPW[SU,US,UU]D[,S]", and Intel AVX10.2 (361050), which has the last two on 512 bits, and
// VDPPHPS; VFMADD231PS and VFMADD231PD. A function for each, since only it may use the extension.
#include "mmasc/cpu/x86.h"

#if defined(__x86_64__)

#include <immintrin.h>

namespace mmasc {
namespace {

constexpr int kLanesOfRegister = 16;  // of 32 bits, in a register of 512

// The casts change no bit.
#define MMASC_VECTOR_512(name, extension, Sum, Factor, intrinsic)                               \
  __attribute__((target(extension))) void name(const RegisterImages& images) {                  \
    for (int i = 0; i < images.tiles * kLanesOfRegister; i += kLanesOfRegister) {               \
      const __m512i a = _mm512_loadu_si512(images.a + i), b = _mm512_loadu_si512(images.b + i); \
      const __m512i c = _mm512_loadu_si512(images.c + i);                                       \
      _mm512_storeu_si512(images.d + i, (__m512i)intrinsic((Sum)c, (Factor)a, (Factor)b));      \
    }                                                                                           \
  }
MMASC_VECTOR_512(vdpbf16ps, "avx512f,avx512bf16", __m512, __m512bh, _mm512_dpbf16_ps)
MMASC_VECTOR_512(vpdpbusd, "avx512f,avx512vnni", __m512i, __m512i, _mm512_dpbusd_epi32)
MMASC_VECTOR_512(vpdpbusds, "avx512f,avx512vnni", __m512i, __m512i, _mm512_dpbusds_epi32)
MMASC_VECTOR_512(vpdpwssd, "avx512f,avx512vnni", __m512i, __m512i, _mm512_dpwssd_epi32)
MMASC_VECTOR_512(vpdpwssds, "avx512f,avx512vnni", __m512i, __m512i, _mm512_dpwssds_epi32)

// Half of the 16 lanes at a time.
#define MMASC_VECTOR_256(name, extension, dot)                                                  \
  __attribute__((target(extension))) void name(const RegisterImages& images) {                  \
    for (int i = 0; i < images.tiles * kLanesOfRegister; i += kLanesOfRegister / 2) {           \
      const auto at = [i](const std::uint32_t* words) {                                         \
        return reinterpret_cast<const __m256i*>(words + i);                                     \
      };                                                                                        \
      const __m256i d = dot(_mm256_loadu_si256(at(images.c)), _mm256_loadu_si256(at(images.a)), \
                            _mm256_loadu_si256(at(images.b)));                                  \
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(images.d + i), d);                         \
    }                                                                                           \
  }
MMASC_VECTOR_256(vpdpbusd_256, "avxvnni", _mm256_dpbusd_avx_epi32)
MMASC_VECTOR_256(vpdpbusds_256, "avxvnni", _mm256_dpbusds_avx_epi32)
MMASC_VECTOR_256(vpdpwssd_256, "avxvnni", _mm256_dpwssd_avx_epi32)
MMASC_VECTOR_256(vpdpwssds_256, "avxvnni", _mm256_dpwssds_avx_epi32)

// The intrinsics leave it to the compiler which factor c takes the place of.
#define MMASC_FUSED(name)                                                               \
  __attribute__((target("fma"))) inline __m256i name(__m256i c, __m256i a, __m256i b) { \
    asm(#name " %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));                                \
    return c;                                                                           \
  }                                                                                     \
  MMASC_VECTOR_256(name##_256, "fma", name)
MMASC_FUSED(vfmadd231ps)
MMASC_FUSED(vfmadd231pd)
#undef MMASC_FUSED

// The dot products of AVX-VNNI-INT8 and AVX-VNNI-INT16, VEX.256.0F38.W0, and the same of AVX10.2,
// EVEX.512.0F38.W0: register 0 += register 1 * register 2. They are in bytes, because GCC knows the
// first since its version 13 and the assembler since its 2.40, and they know the others since later
// ones.
#define MMASC_IN_BYTES(name, extension, Register, bytes)                                        \
  __attribute__((target(extension))) inline Register name(Register c, Register a, Register b) { \
    register Register d asm("xmm0") = c;                                                        \
    register Register left asm("xmm1") = a;                                                     \
    register Register right asm("xmm2") = b;                                                    \
    asm(".byte " bytes ", 0xc2" : "+x"(d) : "x"(left), "x"(right));                             \
    return d;                                                                                   \
  }
// VEX says the prefix F2 by 0x77, F3 by 0x76, 66 by 0x75 and none by 0x74, and so does EVEX.
#define MMASC_VNNI(name, prefix, opcode)                                                  \
  MMASC_IN_BYTES(name##_ymm, "avx2", __m256i, "0xc4, 0xe2, " prefix ", " opcode)          \
  MMASC_VECTOR_256(name##_256, "avx2", name##_ymm)                                        \
  MMASC_IN_BYTES(name##_zmm, "avx512f", __m512i, "0x62, 0xf2, " prefix ", 0x48, " opcode) \
  MMASC_VECTOR_512(name, "avx512f", __m512i, __m512i, name##_zmm)
MMASC_VNNI(vpdpbssd, "0x77", "0x50")
MMASC_VNNI(vpdpbssds, "0x77", "0x51")
MMASC_VNNI(vpdpbsud, "0x76", "0x50")
MMASC_VNNI(vpdpbsuds, "0x76", "0x51")
MMASC_VNNI(vpdpbuud, "0x74", "0x50")
MMASC_VNNI(vpdpbuuds, "0x74", "0x51")
MMASC_VNNI(vpdpwsud, "0x76", "0xd2")
MMASC_VNNI(vpdpwsuds, "0x76", "0xd3")
MMASC_VNNI(vpdpwusd, "0x75", "0xd2")
MMASC_VNNI(vpdpwusds, "0x75", "0xd3")
MMASC_VNNI(vpdpwuud, "0x74", "0xd2")
MMASC_VNNI(vpdpwuuds, "0x74", "0xd3")
#undef MMASC_VNNI
MMASC_IN_BYTES(vdpphps_zmm, "avx512f", __m512i, "0x62, 0xf2, 0x74, 0x48, 0x52")
MMASC_VECTOR_512(vdpphps, "avx512f", __m512i, __m512i, vdpphps_zmm)
#undef MMASC_IN_BYTES
#undef MMASC_VECTOR_256
#undef MMASC_VECTOR_512

std::string_view missing_fma() { return __builtin_cpu_supports("fma") ? "" : "FMA"; }
// Intel SDM 2, CPUID leaf 7, subleaf 1: EAX bit 4 is AVX-VNNI, EDX bit 4 is AVX-VNNI-INT8, bit 10
// AVX-VNNI-INT16 and bit 19 AVX10, whose version is EBX bits 0 to 7 of leaf 0x24. GCC tells AVX2
// and AVX512F only where the operating system keeps registers of 256 and 512 bits.
std::string_view missing_bf16() {
  return __builtin_cpu_supports("avx512bf16") ? "" : "AVX512_BF16";
}
std::string_view missing_vnni() {
  return __builtin_cpu_supports("avx512vnni") ? "" : "AVX512_VNNI";
}
std::string_view missing_avx_vnni() {
  return __builtin_cpu_supports("avx2") && is_set(cpuid(7, 1).eax, 4) ? "" : "AVX_VNNI";
}
std::string_view missing_avx_vnni_int8() {
  return __builtin_cpu_supports("avx2") && is_set(cpuid(7, 1).edx, 4) ? "" : "AVX_VNNI_INT8";
}
std::string_view missing_avx_vnni_int16() {
  return __builtin_cpu_supports("avx2") && is_set(cpuid(7, 1).edx, 10) ? "" : "AVX_VNNI_INT16";
}
std::string_view missing_avx10_2() {
  return __builtin_cpu_supports("avx512f") && is_set(cpuid(7, 1).edx, 19) &&
                 (cpuid(0x24, 0).ebx & 0xff) >= 2
             ? ""
             : "AVX10.2";
}

constexpr RegisterShape dots_of(int bits) {
  return {.m = 1, .n = 1, .k = 32 / bits, .blocks = kLanesOfRegister, .bits = bits};
}
constexpr RegisterShape k8 = dots_of(8), k16 = dots_of(16);

constexpr RegisterShape kF32{.m = 1, .n = 1, .k = 1, .blocks = kLanesOfRegister, .bits = 32};
constexpr RegisterShape kF64{
    .m = 1, .n = 1, .k = 1, .blocks = kLanesOfRegister / 2, .bits = 64, .sum_bits = 64};

constexpr CpuKernel kVectorKernels[] = {
    {"vfmadd231ps", kF32, kMxcsr, missing_fma, vfmadd231ps_256},
    {"vfmadd231pd", kF64, kMxcsr, missing_fma, vfmadd231pd_256},
    {"vdpbf16ps", k16, kMxcsr, missing_bf16, vdpbf16ps},
    {"vpdpbusd", k8, kMxcsr, missing_vnni, vpdpbusd},
    {"vpdpbusds", k8, kMxcsr, missing_vnni, vpdpbusds},
    {"vpdpwssd", k16, kMxcsr, missing_vnni, vpdpwssd},
    {"vpdpwssds", k16, kMxcsr, missing_vnni, vpdpwssds},
    {"vpdpbusd", k8, kMxcsr, missing_avx_vnni, vpdpbusd_256},
    {"vpdpbusds", k8, kMxcsr, missing_avx_vnni, vpdpbusds_256},
    {"vpdpwssd", k16, kMxcsr, missing_avx_vnni, vpdpwssd_256},
    {"vpdpwssds", k16, kMxcsr, missing_avx_vnni, vpdpwssds_256},
    {"vpdpbssd", k8, kMxcsr, missing_avx_vnni_int8, vpdpbssd_256},
    {"vpdpbssds", k8, kMxcsr, missing_avx_vnni_int8, vpdpbssds_256},
    {"vpdpbsud", k8, kMxcsr, missing_avx_vnni_int8, vpdpbsud_256},
    {"vpdpbsuds", k8, kMxcsr, missing_avx_vnni_int8, vpdpbsuds_256},
    {"vpdpbuud", k8, kMxcsr, missing_avx_vnni_int8, vpdpbuud_256},
    {"vpdpbuuds", k8, kMxcsr, missing_avx_vnni_int8, vpdpbuuds_256},
    {"vpdpbssd", k8, kMxcsr, missing_avx10_2, vpdpbssd},
    {"vpdpbssds", k8, kMxcsr, missing_avx10_2, vpdpbssds},
    {"vpdpbsud", k8, kMxcsr, missing_avx10_2, vpdpbsud},
    {"vpdpbsuds", k8, kMxcsr, missing_avx10_2, vpdpbsuds},
    {"vpdpbuud", k8, kMxcsr, missing_avx10_2, vpdpbuud},
    {"vpdpbuuds", k8, kMxcsr, missing_avx10_2, vpdpbuuds},
    {"vpdpwsud", k16, kMxcsr, missing_avx_vnni_int16, vpdpwsud_256},
    {"vpdpwsuds", k16, kMxcsr, missing_avx_vnni_int16, vpdpwsuds_256},
    {"vpdpwusd", k16, kMxcsr, missing_avx_vnni_int16, vpdpwusd_256},
    {"vpdpwusds", k16, kMxcsr, missing_avx_vnni_int16, vpdpwusds_256},
    {"vpdpwuud", k16, kMxcsr, missing_avx_vnni_int16, vpdpwuud_256},
    {"vpdpwuuds", k16, kMxcsr, missing_avx_vnni_int16, vpdpwuuds_256},
    {"vpdpwsud", k16, kMxcsr, missing_avx10_2, vpdpwsud},
    {"vpdpwsuds", k16, kMxcsr, missing_avx10_2, vpdpwsuds},
    {"vpdpwusd", k16, kMxcsr, missing_avx10_2, vpdpwusd},
    {"vpdpwusds", k16, kMxcsr, missing_avx10_2, vpdpwusds},
    {"vpdpwuud", k16, kMxcsr, missing_avx10_2, vpdpwuud},
    {"vpdpwuuds", k16, kMxcsr, missing_avx10_2, vpdpwuuds},
    {"vdpphps", k16, kMxcsr, missing_avx10_2, vdpphps},
};

}  // namespace

std::span<const CpuKernel> x86_vector_kernels() { return kVectorKernels; }

}  // namespace mmasc

#endif
