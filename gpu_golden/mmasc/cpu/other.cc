// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cpu/kernels.h"

#if !defined(__x86_64__) && !(defined(__aarch64__) && defined(__linux__))

namespace mmasc {
namespace {

#if defined(__riscv)
constexpr std::string_view kWhy =
    "RISC-V processors: the catalogue's instructions of RISC-V are of extensions that are not "
    "ratified, and no processor is known that has them";
#else
constexpr std::string_view kWhy = "this processor: x86-64 has them, and so has AArch64 with Linux";
#endif

}  // namespace

std::span<const CpuKernel> cpu_kernels() { return {}; }
std::string_view cpu_without_kernels() { return kWhy; }
std::string_view cpu_control_name() { return {}; }
std::uint32_t cpu_control() { return 0; }
void set_cpu_control(std::uint32_t) {}
std::string_view cpu_chip() { return {}; }
std::string cpu_name() { return "this processor"; }
std::string cpu_maker() { return {}; }
std::string cpu_model() { return {}; }
bool cpu_perhaps_emulated() { return false; }

}  // namespace mmasc

#endif
