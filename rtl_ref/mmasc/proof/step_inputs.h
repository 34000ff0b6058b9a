// SPDX-License-Identifier: Apache-2.0
// The operands of a step as inputs: any bits, or what an instruction makes of its elements.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/proof/prove.h"
#include "mmasc/proof/whole_logic.h"

namespace mmasc::proof {

struct StepInputs {
  struct Element {
    std::string name;
    std::optional<Operand> operand;
    Literals bits;  // of the instruction's element, where there is one
  };
  Payload operands;  // as the step takes them
  std::vector<NamedLiteral> inputs;
  std::vector<Element> elements;
};

// Any bits.
StepInputs step_inputs(AndGraph& gates, const SymbolicStage& first);

// The instruction's elements, widened where it widens them. c of the first step is the
// instruction's, or +0 where it comes late; `is_only`: there is no other, else c may be any d,
// too. The addition of a late C takes any d and 1.
StepInputs step_inputs(AndGraph& gates, const SymbolicStage& first, const SequencePlan& of,
                       bool is_addition, bool is_only);

// An example of the inputs as elements.
StepElements elements_of(const StepInputs& step, const std::vector<bool>& example);

}  // namespace mmasc::proof
