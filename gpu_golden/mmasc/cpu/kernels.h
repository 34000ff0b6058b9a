// SPDX-License-Identifier: Apache-2.0
// The dot products and small matrices of a processor's vector and tile registers. x86*.cc,
// arm*.cc and other.cc each define this for the processors that they are compiled for.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/instruction.h"

namespace mmasc {

struct TileImages;
struct Unit;

// Registers of A, B, C and D hold `blocks` products of m x k by k x n. Elements of A and B
// have `bits`, those of C and D `sum_bits`.
struct RegisterShape {
  int m = 0, n = 0, k = 0, blocks = 0;
  int bits = 0, sum_bits = 32;
  Storage storage = Storage::vector;

  constexpr int words_of_a() const { return m * k * blocks * bits / 32; }
  constexpr int words_of_b() const { return k * n * blocks * bits / 32; }
  constexpr int words_of_d() const { return m * n * blocks * sum_bits / 32; }
};

// Images of `tiles` registers, one after the other, of each operand; d is written.
struct RegisterImages {
  const std::uint32_t *a = nullptr, *b = nullptr, *c = nullptr;
  std::uint32_t* d = nullptr;
  int tiles = 0;
  // Where a control register says them: the factors' formats, and of each tile the x of the 2^-x
  // that multiplies its products.
  std::string_view a_format = {}, b_format = {};
  const std::uint32_t* scale_steps = nullptr;
};

// One way to run an instruction. An instruction that is encoded twice has a row for each.
struct CpuKernel {
  std::string_view mnemonic;
  RegisterShape shape;
  std::uint32_t control;          // what the control register holds meanwhile
  std::string_view (*missing)();  // what this processor or its system lacks for it, or empty
  void (*run)(const RegisterImages& images);
  // Such kernels are told formats and scales; the least scale is 2 to minus this. Else 0.
  int most_scale_steps = 0;
  std::span<const std::string_view> formats = {};  // of the factors, where they are told
};

// SDOT is one name for factors of 8 and of 16 bits, and FMOPA for those of many formats.
bool is_of(const CpuKernel& kernel, const Instruction& instruction);

// The control register holds the kernel's value meanwhile. Every tensor-wide scale is one that
// Device::can_run() admits.
void run_kernel(const CpuKernel& kernel, const Unit& unit, const TileImages& images,
                std::span<std::uint32_t> d);

// Several tables as one.
inline std::vector<CpuKernel> joined(std::initializer_list<std::span<const CpuKernel>> tables) {
  std::vector<CpuKernel> all;
  for (const auto& table : tables) all.insert(all.end(), table.begin(), table.end());
  return all;
}

// The kernels of the architecture for which this program was compiled; empty where there are none.
std::span<const CpuKernel> cpu_kernels();
// For which processors there are none, and why; empty where there are kernels.
std::string_view cpu_without_kernels();

// The control register of floating-point arithmetic: "MXCSR" or "FPCR".
std::string_view cpu_control_name();
std::uint32_t cpu_control();
void set_cpu_control(std::uint32_t control);

// "x86_64" or "aarch64", or empty.
std::string_view cpu_chip();
// "AMD EPYC 9R45".
std::string cpu_name();
// "AMD"; empty where the processor does not say it, or says another one's.
std::string cpu_maker();
// "family 26, model 2, stepping 1".
std::string cpu_model();
// Whether an emulator may be at work, whose results are no recordings of silicon.
bool cpu_perhaps_emulated();

}  // namespace mmasc
