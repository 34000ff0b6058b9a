// SPDX-License-Identifier: Apache-2.0
// All steps of an instruction at once, from its own operands on: what refutes a step may rest on a
// d of the step before that no operands give.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/proof/prove.h"

namespace mmasc::proof {

using InstructionOperands = PerInput<std::vector<std::uint64_t>>;

// Valid as long as the operands.
DotOperands operands_of(const InstructionOperands& operands);

// Operands of an instruction, and the step that they are about; of a late C the one behind the
// last.
struct InstructionExample {
  InstructionOperands operands;
  int step = 0;
  std::uint64_t chained = 0;  // d of the step before, where there is one
};

// Where the i-th element that a step takes of an operand stands among the instruction's own.
std::size_t place_of(const SequencePlan& program, int step, Operand operand, std::size_t i);

// Operands for which d of two instructions differs, of which the operands, steps and widenings are
// alike, with the first step that gives another d. `proved`: there are none.
struct Difference {
  Outcome outcome = Outcome::open;
  InstructionExample example;
};
Difference find_difference(const Sequence& x, const Sequence& y, const ProofOptions& options);

// Operands of the instruction of which a step takes these elements: the first, or else the second,
// or the addition of a late C, if d of the step before is among them and can be made. None where
// that was not found.
std::optional<InstructionExample> example_with(const Sequence& sequence,
                                               const StepElements& elements, bool is_addition,
                                               const ProofOptions& options);

}  // namespace mmasc::proof
