// SPDX-License-Identifier: Apache-2.0
// The specification, asked by tests for one operation.
#pragma once

#include <cstdint>
#include <span>

#include "mmasc/specification/specification.h"

namespace mmasc {

// d's bits. Scales are empty where the unit has none, as are random bits that nothing draws and the
// metadata of a dense a.
inline std::uint64_t evaluate_exactly(const Unit& unit, const DotInputs& in) {
  return Specification(unit).evaluate(in).d;
}

// The status flags beside d, of a unit that raises some.
inline std::uint64_t flags_exactly(const Unit& unit, const DotInputs& in) {
  return Specification(unit).evaluate(in).flags;
}

// The same of a vector, whatever holds it.
template <class Operands>
std::uint64_t evaluate_exactly(const Unit& unit, const Operands& x) {
  DotInputs in;
  for (const OperandRow& input : kInputs) in[input.operand] = x[input.operand];
  return evaluate_exactly(unit, in);
}

inline std::uint64_t evaluate_exactly(const Unit& unit, std::span<const std::uint64_t> a,
                                      std::span<const std::uint64_t> b, std::uint64_t c,
                                      std::span<const std::uint64_t> sa = {},
                                      std::span<const std::uint64_t> sb = {}) {
  return evaluate_exactly(unit, DotInputs{{Operand::a, a},
                                          {Operand::b, b},
                                          {Operand::c, {&c, 1}},
                                          {Operand::sa, sa},
                                          {Operand::sb, sb}});
}

}  // namespace mmasc
