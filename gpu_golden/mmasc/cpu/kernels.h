// SPDX-License-Identifier: Apache-2.0
// The dot products of a processor's vector registers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mmasc {

inline constexpr int kLanesOfTile = 16;  // of 32 bits, each a dot product

// Images of tiles, each of 16 words; d is written.
struct VectorTiles {
  const std::uint32_t *a = nullptr, *b = nullptr, *c = nullptr;
  std::uint32_t* d = nullptr;
  int tiles = 0;
};

// One way to run an instruction. An instruction that is encoded twice has a row for each.
struct CpuKernel {
  std::string_view mnemonic, extension;
  bool (*is_there)();  // on this processor
  void (*run)(const VectorTiles& tiles);
};

// The kernels of the architecture for which this program was compiled; empty where there are none.
std::span<const CpuKernel> cpu_kernels();

// "x86_64", or empty.
std::string_view cpu_chip();
// "AMD EPYC 9R45".
std::string cpu_name();
// "family 26, model 2, stepping 1, MXCSR 1f80".
std::string cpu_state();

}  // namespace mmasc
