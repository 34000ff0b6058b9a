// SPDX-License-Identifier: Apache-2.0
// The tests' independent evaluator: docs/datapath.md read literally over exact numbers. It shares
// nothing with the models but the rows themselves: no plan, no widths, no windows.
#pragma once

#include <cstdint>
#include <span>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// d's bits. b holds k elements, a as many or those that are kept; scales are empty where the unit
// has none, as are random bits that nothing draws and the metadata of a dense a.
std::uint64_t evaluate_exactly(const Unit& unit, const DotOperands& in);

// The status flags beside d, of a unit that raises some.
std::uint64_t flags_exactly(const Unit& unit, const DotOperands& in);

// The same of a vector, whatever holds it.
template <class Operands>
std::uint64_t evaluate_exactly(const Unit& unit, const Operands& x) {
  DotOperands in;
  for (const OperandRow& input : kInputs) in[input.operand] = x[input.operand];
  return evaluate_exactly(unit, in);
}

inline std::uint64_t evaluate_exactly(const Unit& unit, std::span<const std::uint64_t> a,
                                      std::span<const std::uint64_t> b, std::uint64_t c,
                                      std::span<const std::uint64_t> sa = {},
                                      std::span<const std::uint64_t> sb = {}) {
  return evaluate_exactly(unit, DotOperands{{Operand::a, a},
                                            {Operand::b, b},
                                            {Operand::c, {&c, 1}},
                                            {Operand::sa, sa},
                                            {Operand::sb, sb}});
}

}  // namespace mmasc
