// SPDX-License-Identifier: Apache-2.0
// The tests' independent evaluator: docs/datapath.md read literally over exact numbers. It shares
// nothing with the models but the rows themselves: no plan, no widths, no windows.
#pragma once

#include <cstdint>
#include <span>

#include "mmasc/unit/operands.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// d's bits. b holds k elements, a as many or those that are kept; sa and sb the scales, empty where
// the unit has none; random what stochastic roundings draw; metadata that of a sparse a.
std::uint64_t evaluate_exactly(const Unit& unit, std::span<const std::uint64_t> a,
                               std::span<const std::uint64_t> b, std::uint64_t c,
                               std::span<const std::uint64_t> sa = {},
                               std::span<const std::uint64_t> sb = {},
                               std::span<const std::uint64_t> random = {},
                               std::span<const std::uint64_t> metadata = {});

// The same of a vector, whatever holds it.
template <class Operands>
std::uint64_t evaluate_exactly(const Unit& unit, const Operands& x) {
  using enum Operand;
  return evaluate_exactly(unit, x[a], x[b], x.c(), x[sa], x[sb], x[random], x[metadata]);
}

}  // namespace mmasc
