// SPDX-License-Identifier: Apache-2.0
// Arm ARM DDI 0487, "BFDOT (vector)" to "USMMLA (vector)" of Advanced SIMD. The compiler lets only
// a function of the extension have the instruction.
#include "mmasc/cpu/kernels.h"

#if defined(__aarch64__) && defined(__linux__)

#include <fmt/format.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

namespace mmasc {
namespace {

constexpr int kWordsOfRegister = 4;  // of a register
using Register = std::uint32_t __attribute__((vector_size(4 * kWordsOfRegister)));

#define MMASC_VECTOR_128(name, extension, instruction)                         \
  __attribute__((target(extension))) void name(const RegisterImages& images) { \
    for (int i = 0; i < images.words; i += kWordsOfRegister) {                 \
      Register a, b, d;                                                        \
      std::memcpy(&a, images.a + i, sizeof a);                                 \
      std::memcpy(&b, images.b + i, sizeof b);                                 \
      std::memcpy(&d, images.c + i, sizeof d);                                 \
      asm volatile(instruction : "+w"(d) : "w"(a), "w"(b));                    \
      std::memcpy(images.d + i, &d, sizeof d);                                 \
    }                                                                          \
  }
MMASC_VECTOR_128(bfdot, "arch=armv8.2-a+bf16", "bfdot %0.4s, %1.8h, %2.8h")
MMASC_VECTOR_128(bfmmla, "arch=armv8.2-a+bf16", "bfmmla %0.4s, %1.8h, %2.8h")
MMASC_VECTOR_128(sdot, "arch=armv8.2-a+dotprod", "sdot %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(udot, "arch=armv8.2-a+dotprod", "udot %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(usdot, "arch=armv8.2-a+i8mm", "usdot %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(smmla, "arch=armv8.2-a+i8mm", "smmla %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(ummla, "arch=armv8.2-a+i8mm", "ummla %0.4s, %1.16b, %2.16b")
MMASC_VECTOR_128(usmmla, "arch=armv8.2-a+i8mm", "usmmla %0.4s, %1.16b, %2.16b")
#undef MMASC_VECTOR_128

// Linux, arch/arm64/include/uapi/asm/hwcap.h. Older headers lack the last.
constexpr int kHwcapCpuid = 11, kHwcapAsimdDp = 20;
constexpr int kHwcap2I8mm = 13, kHwcap2Bf16 = 14, kHwcap2Ebf16 = 32;

bool tells(unsigned long word, int bit) { return (getauxval(word) >> bit & 1) != 0; }
bool has_dot_product() { return tells(AT_HWCAP, kHwcapAsimdDp); }
bool has_i8mm() { return tells(AT_HWCAP2, kHwcap2I8mm); }
bool has_bf16() { return tells(AT_HWCAP2, kHwcap2Bf16); }
bool has_ebf16() { return has_bf16() && tells(AT_HWCAP2, kHwcap2Ebf16); }

constexpr RegisterShape kDot8{1, 4, 8}, kDot16{1, 4, 16}, kMatrix8{2, 1, 8}, kMatrix16{2, 1, 16};
constexpr std::uint32_t kFpcr = 0, kEbf = 1u << 13;  // bfdot and bfmmla read the bit EBF

constexpr CpuKernel kKernels[] = {
    {"bfdot", kDot16, "FEAT_BF16", kFpcr, has_bf16, bfdot},
    {"bfmmla", kMatrix16, "FEAT_BF16", kFpcr, has_bf16, bfmmla},
    {"bfdot (FPCR.EBF = 1)", kDot16, "FEAT_EBF16", kEbf, has_ebf16, bfdot},
    {"bfmmla (FPCR.EBF = 1)", kMatrix16, "FEAT_EBF16", kEbf, has_ebf16, bfmmla},
    {"sdot", kDot8, "FEAT_DotProd", kFpcr, has_dot_product, sdot},
    {"udot", kDot8, "FEAT_DotProd", kFpcr, has_dot_product, udot},
    {"usdot", kDot8, "FEAT_I8MM", kFpcr, has_i8mm, usdot},
    {"smmla", kMatrix8, "FEAT_I8MM", kFpcr, has_i8mm, smmla},
    {"ummla", kMatrix8, "FEAT_I8MM", kFpcr, has_i8mm, ummla},
    {"usmmla", kMatrix8, "FEAT_I8MM", kFpcr, has_i8mm, usmmla},
};

// Arm ARM DDI 0487, "MIDR_EL1, Main ID Register". Linux lets programs read it, and 0 stands for
// one that does not.
struct MainId {
  std::uint64_t bits = 0;

  unsigned field(int low, int width) const {
    return static_cast<unsigned>(bits >> low) & ((1u << width) - 1);
  }
  unsigned implementer() const { return field(24, 8); }
  unsigned variant() const { return field(20, 4); }
  unsigned part() const { return field(4, 12); }
  unsigned revision() const { return field(0, 4); }
};

MainId main_id() {
  MainId id;
  if (tells(AT_HWCAP, kHwcapCpuid)) asm volatile("mrs %0, midr_el1" : "=r"(id.bits));
  return id;
}

// Whether the kernel knows a processor of this register. Below an emulator it has none, or that of
// the machine on which the emulator runs.
bool is_known_to_kernel(const MainId& id) {
  for (int cpu = 0;; ++cpu) {
    std::ifstream file(
        fmt::format("/sys/devices/system/cpu/cpu{}/regs/identification/midr_el1", cpu));
    std::uint64_t bits = 0;
    if (!(file >> std::hex >> bits)) return false;
    if (bits == id.bits) return true;
  }
}

// Linux, arch/arm64/include/asm/cputype.h.
struct Core {
  unsigned implementer, part;
  std::string_view name;
};
constexpr Core kCores[] = {
    {0x41, 0xd0c, "Neoverse N1"}, {0x41, 0xd40, "Neoverse V1"}, {0x41, 0xd49, "Neoverse N2"},
    {0x41, 0xd4f, "Neoverse V2"}, {0xc0, 0xac3, "AmpereOne"},
};

}  // namespace

std::span<const CpuKernel> cpu_kernels() { return kKernels; }

std::string_view cpu_control_name() { return "FPCR"; }
std::uint32_t cpu_control() {
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return static_cast<std::uint32_t>(control);
}
void set_cpu_control(std::uint32_t control) {
  asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{control}));
}

std::string_view cpu_chip() { return "aarch64"; }

std::string cpu_name() {
  const MainId id = main_id();
  const auto core = std::ranges::find_if(kCores, [&](const Core& known) {
    return known.implementer == id.implementer() && known.part == id.part();
  });
  const std::string_view name = core == std::end(kCores) ? "AArch64 processor" : core->name;
  return fmt::format("{}{}", cpu_perhaps_emulated() ? "perhaps emulated " : "", name);
}

std::string cpu_model() {
  const MainId id = main_id();
  return fmt::format("implementer {:02x}, part {:03x}, variant {}, revision {}", id.implementer(),
                     id.part(), id.variant(), id.revision());
}

// Implementer 0 is software's.
bool cpu_perhaps_emulated() {
  const MainId id = main_id();
  return id.implementer() == 0 || !is_known_to_kernel(id);
}

}  // namespace mmasc

#endif
