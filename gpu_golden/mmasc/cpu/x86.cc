// SPDX-License-Identifier: Apache-2.0
// Intel SDM 2, "VDPBF16PS" and "VPDPBUSD" to "VPDPWSSDS". A function for each, since only it may
// use the extension.
#include "mmasc/cpu/kernels.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <fmt/format.h>
#include <immintrin.h>

#include <array>
#include <cstring>

namespace mmasc {
namespace {

// The casts change no bit.
#define MMASC_VECTOR_512(name, extension, Sum, Factor, intrinsic)                             \
  __attribute__((target(extension))) void name(const VectorTiles& tiles) {                    \
    for (int i = 0; i < tiles.tiles * kLanesOfTile; i += kLanesOfTile) {                      \
      const __m512i a = _mm512_loadu_si512(tiles.a + i), b = _mm512_loadu_si512(tiles.b + i); \
      const __m512i c = _mm512_loadu_si512(tiles.c + i);                                      \
      _mm512_storeu_si512(tiles.d + i, (__m512i)intrinsic((Sum)c, (Factor)a, (Factor)b));     \
    }                                                                                         \
  }
MMASC_VECTOR_512(vdpbf16ps, "avx512f,avx512bf16", __m512, __m512bh, _mm512_dpbf16_ps)
MMASC_VECTOR_512(vpdpbusd, "avx512f,avx512vnni", __m512i, __m512i, _mm512_dpbusd_epi32)
MMASC_VECTOR_512(vpdpbusds, "avx512f,avx512vnni", __m512i, __m512i, _mm512_dpbusds_epi32)
MMASC_VECTOR_512(vpdpwssd, "avx512f,avx512vnni", __m512i, __m512i, _mm512_dpwssd_epi32)
MMASC_VECTOR_512(vpdpwssds, "avx512f,avx512vnni", __m512i, __m512i, _mm512_dpwssds_epi32)
#undef MMASC_VECTOR_512

// Half a tile at a time.
#define MMASC_VECTOR_256(name, intrinsic)                                             \
  __attribute__((target("avxvnni"))) void name(const VectorTiles& tiles) {            \
    for (int i = 0; i < tiles.tiles * kLanesOfTile; i += kLanesOfTile / 2) {          \
      const auto at = [i](const std::uint32_t* words) {                               \
        return reinterpret_cast<const __m256i*>(words + i);                           \
      };                                                                              \
      const __m256i d =                                                               \
          intrinsic(_mm256_loadu_si256(at(tiles.c)), _mm256_loadu_si256(at(tiles.a)), \
                    _mm256_loadu_si256(at(tiles.b)));                                 \
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(tiles.d + i), d);                \
    }                                                                                 \
  }
MMASC_VECTOR_256(vpdpbusd_256, _mm256_dpbusd_avx_epi32)
MMASC_VECTOR_256(vpdpbusds_256, _mm256_dpbusds_avx_epi32)
MMASC_VECTOR_256(vpdpwssd_256, _mm256_dpwssd_avx_epi32)
MMASC_VECTOR_256(vpdpwssds_256, _mm256_dpwssds_avx_epi32)
#undef MMASC_VECTOR_256

bool has_bf16() { return __builtin_cpu_supports("avx512bf16") != 0; }
bool has_vnni() { return __builtin_cpu_supports("avx512vnni") != 0; }
bool has_avx_vnni() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __builtin_cpu_supports("avx2") != 0 && __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) &&
         (eax >> 4 & 1) != 0;
}

constexpr CpuKernel kKernels[] = {
    {"vdpbf16ps", "AVX512_BF16", has_bf16, vdpbf16ps},
    {"vpdpbusd", "AVX512_VNNI", has_vnni, vpdpbusd},
    {"vpdpbusds", "AVX512_VNNI", has_vnni, vpdpbusds},
    {"vpdpwssd", "AVX512_VNNI", has_vnni, vpdpwssd},
    {"vpdpwssds", "AVX512_VNNI", has_vnni, vpdpwssds},
    {"vpdpbusd", "AVX_VNNI", has_avx_vnni, vpdpbusd_256},
    {"vpdpbusds", "AVX_VNNI", has_avx_vnni, vpdpbusds_256},
    {"vpdpwssd", "AVX_VNNI", has_avx_vnni, vpdpwssd_256},
    {"vpdpwssds", "AVX_VNNI", has_avx_vnni, vpdpwssds_256},
};

}  // namespace

std::span<const CpuKernel> cpu_kernels() { return kKernels; }

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

// The settings of MXCSR are told without its flags of past exceptions. Intel SDM 2, CPUID leaf 1:
// extended family and model count where the base says so.
std::string cpu_state() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  __get_cpuid(1, &eax, &ebx, &ecx, &edx);
  constexpr unsigned kExceptionFlags = 0x3f;
  const unsigned base = eax >> 8 & 0xf;
  const unsigned family = base + (base == 0xf ? eax >> 20 & 0xff : 0);
  const unsigned model = (eax >> 4 & 0xf) + (base == 6 || base == 0xf ? eax >> 12 & 0xf0 : 0);
  return fmt::format("family {}, model {}, stepping {}, MXCSR {:x}", family, model, eax & 0xf,
                     _mm_getcsr() & ~kExceptionFlags);
}

}  // namespace mmasc

#else

namespace mmasc {

std::span<const CpuKernel> cpu_kernels() { return {}; }
std::string_view cpu_chip() { return {}; }
std::string cpu_name() { return "this processor"; }
std::string cpu_state() { return {}; }

}  // namespace mmasc

#endif
