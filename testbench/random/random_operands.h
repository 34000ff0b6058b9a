// SPDX-License-Identifier: Apache-2.0
// Operands that make a unit work: exponents that meet, carries, cancellation, the ends of the
// formats, and few results that are NaN.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

struct OperandBits {
  std::vector<std::uint64_t> a, b;
  std::uint64_t c = 0;
  std::vector<std::uint64_t> sa{}, sb{};  // empty where the unit has no scales
  std::vector<std::uint64_t> random{};    // what stochastic roundings draw
  std::vector<std::uint64_t> metadata{};  // of a sparse a
  std::vector<std::uint64_t> st{};        // a tensor-wide scale
};

// The same operands for a unit and a seed on every platform.
OperandBits random_operands(const Unit& unit, std::uint64_t seed);

}  // namespace mmasc
