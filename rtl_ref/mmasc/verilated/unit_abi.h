// SPDX-License-Identifier: Apache-2.0
// A verilated unit's library shows one table. mmasc includes this file, and so, as text, does the
// unit, which is C++17.
#pragma once

#include <cstdint>

namespace mmasc::unit_abi {

inline constexpr int kMostOperands = 16;  // inputs, in the order of their table

// Operands as words of 32 bits, the least significant first; bits above the port are zero.
struct Inputs {
  bool valid_i, ready_i, c_is_input_i;
  std::uint32_t id_i, format_i;
  const std::uint32_t* operands[kMostOperands];
};

struct Outputs {
  bool ready_o, valid_o;
  std::uint32_t id_o, flags_o;  // flags_o: 0 where the unit has no such port
  std::uint32_t* d_o;
};

// The size of each operand's port, in words; 0 where the unit has no such port.
struct Sizes {
  int operands[kMostOperands];
  int d_o;
  friend constexpr bool operator==(const Sizes& x, const Sizes& y) {
    for (int i = 0; i < kMostOperands; ++i)
      if (x.operands[i] != y.operands[i]) return false;
    return x.d_o == y.d_o;
  }
};

// A variable, bits above its width zero. Where it stands never changes; what stands there does.
struct Variable {
  const void* bits;
  int width;
};

struct Table {
  Sizes sizes;
  // A model whose registers are random, by the seed; nullptr where memory is out.
  void* (*create)(std::uint32_t seed);
  void (*destroy)(void* model);
  void (*set)(void* model, const Inputs& inputs);
  // Settles the model. Returns what it stopped at, a failed assertion; else nullptr.
  const char* (*evaluate)(void* model, bool clk_i, bool rst_ni);
  void (*get)(const void* model, Outputs& outputs);
  // In an instance of the unit's, "u_aligner_0.u_registers.g_rank"; false where there is none.
  bool (*find)(const void* model, const char* instance, const char* name, Variable& variable);
};

}  // namespace mmasc::unit_abi

extern "C" const mmasc::unit_abi::Table mmasc_unit_table;
