// SPDX-License-Identifier: Apache-2.0
// Intel SDM 2, "VDPBF16PS", "VPDPBUSD" to "VPDPWSSDS" and "VPDPB[SU,UU,SS]D[,S]". A function for
// each, since only it may use the extension.
#include "mmasc/cpu/kernels.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <fmt/format.h>
#include <immintrin.h>

#include <array>
#include <cstring>

namespace mmasc {
namespace {

constexpr int kLanesOfRegister = 16;  // of 32 bits, in a register of 512

// The casts change no bit.
#define MMASC_VECTOR_512(name, extension, Sum, Factor, intrinsic)                               \
  __attribute__((target(extension))) void name(const RegisterImages& images) {                  \
    for (int i = 0; i < images.words; i += kLanesOfRegister) {                                  \
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
#undef MMASC_VECTOR_512

// Half of the 16 lanes at a time.
#define MMASC_VECTOR_256(name, extension, dot)                                                  \
  __attribute__((target(extension))) void name(const RegisterImages& images) {                  \
    for (int i = 0; i < images.words; i += kLanesOfRegister / 2) {                              \
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

// VEX.256.0F38.W0 with ymm0 += ymm1 * ymm2, in bytes, because GCC knows these instructions since
// its version 13 and the assembler since its 2.40. The byte 0x77 stands for the prefix F2, 0x76 for
// F3 and 0x74 for none; the opcode follows.
#define MMASC_VNNI_INT8(name, prefix_and_opcode)                                               \
  __attribute__((target("avx2"))) inline __m256i name##_ymm(__m256i c, __m256i a, __m256i b) { \
    register __m256i ymm0 asm("xmm0") = c;                                                     \
    register __m256i ymm1 asm("xmm1") = a;                                                     \
    register __m256i ymm2 asm("xmm2") = b;                                                     \
    asm(".byte 0xc4, 0xe2, " prefix_and_opcode ", 0xc2" : "+x"(ymm0) : "x"(ymm1), "x"(ymm2));  \
    return ymm0;                                                                               \
  }                                                                                            \
  MMASC_VECTOR_256(name, "avx2", name##_ymm)
MMASC_VNNI_INT8(vpdpbssd, "0x77, 0x50")
MMASC_VNNI_INT8(vpdpbssds, "0x77, 0x51")
MMASC_VNNI_INT8(vpdpbsud, "0x76, 0x50")
MMASC_VNNI_INT8(vpdpbsuds, "0x76, 0x51")
MMASC_VNNI_INT8(vpdpbuud, "0x74, 0x50")
MMASC_VNNI_INT8(vpdpbuuds, "0x74, 0x51")
#undef MMASC_VNNI_INT8
#undef MMASC_VECTOR_256

struct Leaf {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// All bits are zero where the processor has no such leaf.
Leaf cpuid(unsigned leaf, unsigned subleaf) {
  Leaf of;
  return __get_cpuid_count(leaf, subleaf, &of.eax, &of.ebx, &of.ecx, &of.edx) ? of : Leaf{};
}

// Intel SDM 2, CPUID leaf 7, subleaf 1: EAX bit 4 is AVX-VNNI, EDX bit 4 is AVX-VNNI-INT8. GCC
// tells AVX2 only where the operating system keeps registers of 256 bits.
bool has_bf16() { return __builtin_cpu_supports("avx512bf16") != 0; }
bool has_vnni() { return __builtin_cpu_supports("avx512vnni") != 0; }
bool has_avx_vnni() {
  return __builtin_cpu_supports("avx2") != 0 && (cpuid(7, 1).eax >> 4 & 1) != 0;
}
bool has_avx_vnni_int8() {
  return __builtin_cpu_supports("avx2") != 0 && (cpuid(7, 1).edx >> 4 & 1) != 0;
}

constexpr RegisterShape k8{1, kLanesOfRegister, 8}, k16{1, kLanesOfRegister, 16};
constexpr std::uint32_t kMxcsr = 0x1f80;  // as a program starts; none of these reads it

constexpr CpuKernel kKernels[] = {
    {"vdpbf16ps", k16, "AVX512_BF16", kMxcsr, has_bf16, vdpbf16ps},
    {"vpdpbusd", k8, "AVX512_VNNI", kMxcsr, has_vnni, vpdpbusd},
    {"vpdpbusds", k8, "AVX512_VNNI", kMxcsr, has_vnni, vpdpbusds},
    {"vpdpwssd", k16, "AVX512_VNNI", kMxcsr, has_vnni, vpdpwssd},
    {"vpdpwssds", k16, "AVX512_VNNI", kMxcsr, has_vnni, vpdpwssds},
    {"vpdpbusd", k8, "AVX_VNNI", kMxcsr, has_avx_vnni, vpdpbusd_256},
    {"vpdpbusds", k8, "AVX_VNNI", kMxcsr, has_avx_vnni, vpdpbusds_256},
    {"vpdpwssd", k16, "AVX_VNNI", kMxcsr, has_avx_vnni, vpdpwssd_256},
    {"vpdpwssds", k16, "AVX_VNNI", kMxcsr, has_avx_vnni, vpdpwssds_256},
    {"vpdpbssd", k8, "AVX_VNNI_INT8", kMxcsr, has_avx_vnni_int8, vpdpbssd},
    {"vpdpbssds", k8, "AVX_VNNI_INT8", kMxcsr, has_avx_vnni_int8, vpdpbssds},
    {"vpdpbsud", k8, "AVX_VNNI_INT8", kMxcsr, has_avx_vnni_int8, vpdpbsud},
    {"vpdpbsuds", k8, "AVX_VNNI_INT8", kMxcsr, has_avx_vnni_int8, vpdpbsuds},
    {"vpdpbuud", k8, "AVX_VNNI_INT8", kMxcsr, has_avx_vnni_int8, vpdpbuud},
    {"vpdpbuuds", k8, "AVX_VNNI_INT8", kMxcsr, has_avx_vnni_int8, vpdpbuuds},
};

}  // namespace

std::span<const CpuKernel> cpu_kernels() { return kKernels; }

std::string_view cpu_control_name() { return "MXCSR"; }
std::uint32_t cpu_control() { return _mm_getcsr(); }
void set_cpu_control(std::uint32_t control) { _mm_setcsr(control); }

std::string_view cpu_chip() { return "x86_64"; }

std::string cpu_name() {
  std::array<unsigned, 12> words{};
  for (unsigned i = 0; i < 3; ++i)
    if (!__get_cpuid(0x80000002 + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2],
                     &words[4 * i + 3]))
      return "x86-64 processor";
  char text[sizeof words + 1] = {};
  std::memcpy(text, words.data(), sizeof words);
  const std::string name = text;
  const auto first = name.find_first_not_of(' '), last = name.find_last_not_of(' ');
  return first == name.npos ? "x86-64 processor" : name.substr(first, last + 1 - first);
}

// Intel SDM 2, CPUID leaf 1: extended family and model count where the base says so.
std::string cpu_model() {
  const unsigned eax = cpuid(1, 0).eax;
  const unsigned base = eax >> 8 & 0xf;
  const unsigned family = base + (base == 0xf ? eax >> 20 & 0xff : 0);
  const unsigned model = (eax >> 4 & 0xf) + (base == 6 || base == 0xf ? eax >> 12 & 0xf0 : 0);
  return fmt::format("family {}, model {}, stepping {}", family, model, eax & 0xf);
}

// QEMU emulates none of the extensions. Intel SDE and Bochs do, and CPUID does not tell them apart.
bool cpu_perhaps_emulated() { return false; }

}  // namespace mmasc

#endif
