// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cpu/x86.h"

#if defined(__x86_64__)

#include <fmt/format.h>
#include <immintrin.h>

#include <array>
#include <cstring>

namespace mmasc {

std::span<const CpuKernel> cpu_kernels() {
  static const std::vector<CpuKernel> all = joined({x86_vector_kernels(), x86_tile_kernels()});
  return all;
}

std::string_view cpu_without_kernels() { return {}; }

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

// CPUID leaf 0 has the maker's name in EBX, EDX and ECX.
std::string cpu_maker() {
  unsigned greatest = 0, words[3] = {};
  if (!__get_cpuid(0, &greatest, &words[0], &words[2], &words[1])) return {};
  char name[sizeof words + 1] = {};
  std::memcpy(name, words, sizeof words);
  if (std::string_view(name) == "AuthenticAMD") return "AMD";
  return std::string_view(name) == "GenuineIntel" ? "Intel" : "";
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
