// SPDX-License-Identifier: Apache-2.0
// A unit with the program of its instruction.
#pragma once

#include <memory>

#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/arith/stages.h"

namespace mmasc {

class Sequence {
 public:
  // Loads the unit's stages, where it has some of its own. Throws RowError where the unit has no
  // plan, and as load_stages() does.
  explicit Sequence(const Unit& unit);
  // These stages take the place of the plan's, but not of those of the addition of a late C.
  Sequence(const Unit& unit, std::shared_ptr<const StageSet> stages);

  // The same on a unit that is alone and takes an operation in every cycle, which changes no plan.
  Sequence on_one_unit() const;

  const Unit& unit() const { return unit_; }
  const SequencePlan& program() const { return program_; }
  const Plan& plan() const { return program_.step; }
  int steps() const { return program_.steps; }
  // Stages of one's own take the place of the plan's; null: there are none.
  const StageSet* stages() const { return stages_.get(); }
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
  std::shared_ptr<const StageSet> stages_;
};

// One fused step, by the stages of its own where the sequence has them.
Result evaluate_step(const Sequence& sequence, const Operands& in);

// The reference evaluation of a whole dot-product-add, each step on the narrowest integers that
// hold its plan's words.
std::uint64_t evaluate(const Sequence& sequence, const DotOperands& in);

// d with its flags, of a unit that raises some, which has one step.
Result evaluate_with_flags(const Sequence& sequence, const DotOperands& in);

}  // namespace mmasc
