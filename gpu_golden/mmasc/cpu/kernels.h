// SPDX-License-Identifier: Apache-2.0
// The dot products and small matrices of a processor's vector registers. x86.cc, arm.cc and
// other.cc each define this for the processors that they are compiled for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mmasc {

// What registers of A, B, C and D hold: `blocks` products of m x k by k x m. C and D have 32 bits
// an element, A and B `bits`, and k is what fills their registers.
struct RegisterShape {
  int m = 0, blocks = 0, bits = 0;

  constexpr int words() const { return m * m * blocks; }  // of 32 bits, of each register
  constexpr int k() const { return m * 32 / bits; }
};

// Images of registers, one after the other, `words` in all of each operand; d is written.
struct RegisterImages {
  const std::uint32_t *a = nullptr, *b = nullptr, *c = nullptr;
  std::uint32_t* d = nullptr;
  int words = 0;
};

// One way to run an instruction. An instruction that is encoded twice has a row for each.
struct CpuKernel {
  std::string_view mnemonic;
  RegisterShape shape;
  std::string_view extension;
  std::uint32_t control;  // what the control register holds meanwhile
  bool (*is_there)();     // on this processor
  void (*run)(const RegisterImages& images);
};

// The kernels of the architecture for which this program was compiled; empty where there are none.
std::span<const CpuKernel> cpu_kernels();

// The control register of floating-point arithmetic: "MXCSR" or "FPCR".
std::string_view cpu_control_name();
std::uint32_t cpu_control();
void set_cpu_control(std::uint32_t control);

// "x86_64" or "aarch64", or empty.
std::string_view cpu_chip();
// "AMD EPYC 9R45".
std::string cpu_name();
// "family 26, model 2, stepping 1".
std::string cpu_model();
// Whether an emulator may be at work, whose results are no recordings of silicon.
bool cpu_perhaps_emulated();

}  // namespace mmasc
