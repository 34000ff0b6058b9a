// SPDX-License-Identifier: Apache-2.0
// An instruction as a function: operands widened and ordered, one step after another, C added last
// where the instruction says so.
#pragma once

#include <string>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/c_source/c_stages.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {

// The operands of an instruction.
std::vector<COperand> operands_of_instruction(const OperandLayout& layout);

// NAME_dot(), from NAME_dot_operands to NAME_result, with all that it calls but the helpers.
CStages c_program(const SequencePlan& plan, const OperandLayout& layout, const std::string& name,
                  CHelpers& helpers);

}  // namespace mmasc
