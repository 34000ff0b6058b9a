// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cpu/arm.h"

#if defined(__aarch64__) && defined(__linux__)

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace mmasc {
namespace {

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
  if (tells(kCpuid)) asm volatile("mrs %0, midr_el1" : "=r"(id.bits));
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

std::span<const CpuKernel> cpu_kernels() {
  static const std::vector<CpuKernel> all = joined(
      {arm_vector_kernels(), arm_scalable_kernels(), arm_fp8_kernels(), arm_outer_kernels()});
  return all;
}

std::string_view cpu_without_kernels() { return {}; }

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

std::string cpu_maker() { return {}; }

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
