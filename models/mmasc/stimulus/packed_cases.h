// SPDX-License-Identifier: Apache-2.0
// Vectors as an engine takes them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

class PackedCases {
 public:
  explicit PackedCases(std::span<const Case> cases);
  DotBatch batch();
  // Fills d, and flags where the engine gives some.
  void evaluate(const Engine& engine);

  std::vector<std::uint64_t> d, flags;  // the engine's

 private:
  PerInput<Case::Elements> in_;
};

// The engine's d of one vector.
std::uint64_t dot_of(const Engine& engine, const Case& row);

}  // namespace mmasc
