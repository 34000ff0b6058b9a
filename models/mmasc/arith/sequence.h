// SPDX-License-Identifier: Apache-2.0
// A unit with the program of its instruction.
#pragma once

#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence_plan.h"

namespace mmasc {

class Sequence {
 public:
  // Throws RowError where the unit has no plan.
  explicit Sequence(const Unit& unit) : unit_(unit), program_(plan_sequence(unit)) {}

  // The same on a unit that is alone and takes an operation in every cycle, which changes no plan.
  Sequence on_one_unit() const;

  const Unit& unit() const { return unit_; }
  const SequencePlan& program() const { return program_; }
  const Plan& plan() const { return program_.step; }
  int steps() const { return program_.steps; }
  // The plan of the addition that takes a late C; null where c enters first.
  const Plan* late_c_plan() const { return program_.late_c ? &*program_.late_c : nullptr; }

  // Inputs of step 0 ... steps() - 1. `chained` is the result of the step before; step 0 ignores
  // it.
  Operands step(int step, const DotOperands& in, std::uint64_t chained) const;
  // Inputs of the late addition: chained * 1 + C.
  Operands late_c(const DotOperands& in, std::uint64_t chained) const;

 private:
  Unit unit_;
  SequencePlan program_;
};

// The reference evaluation of a whole dot-product-add, each step on the narrowest integers that
// hold its plan's words.
std::uint64_t evaluate(const Sequence& sequence, const DotOperands& in);

}  // namespace mmasc
