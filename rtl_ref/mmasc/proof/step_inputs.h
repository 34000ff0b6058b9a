// SPDX-License-Identifier: Apache-2.0
// The operands of a step as inputs: any bits, or what an instruction makes of its elements.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mmasc/proof/prove.h"
#include "mmasc/proof/whole_logic.h"

namespace mmasc::proof {

struct StepInputs {
  struct Element {
    std::string name;
    std::optional<Operand> operand;
    Literals bits;  // as the instruction stores it
  };
  Payload operands;  // as the step takes them
  std::vector<NamedLiteral> inputs;
  std::vector<Element> elements;  // in the order of the stage's fields
};

// Where the kind names an instruction, c of its first step is its own, or +0 if it comes late, that
// of a later one is d of the step before, and the addition of a late C takes any d and 1.
StepInputs step_inputs(AndGraph& gates, const SymbolicStage& first, const StepKind& kind);

// The elements are those of an example of the inputs, without those that the step does not take.
StepElements elements_of(const StepInputs& step, const std::vector<bool>& example);

}  // namespace mmasc::proof
