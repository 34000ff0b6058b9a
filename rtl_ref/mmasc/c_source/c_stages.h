// SPDX-License-Identifier: Apache-2.0
// A plan's stages as functions from struct to struct, and the step that calls them in order.
#pragma once

#include <string>
#include <vector>

#include "mmasc/c_source/c_checks.h"
#include "mmasc/c_source/c_structs.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

struct CStages {
  std::string declarations;          // structs and functions, for the header
  std::string definitions;           // of the stages, and what these call
  std::string calls;                 // definitions of those that call stages
  std::vector<CFunction> functions;  // of the header, but NAME_step(), which NAME_dot() calls
};

// NAME_multiplier() ... NAME_step(), from NAME_step_operands to NAME_result.
CStages c_stages(const Plan& plan, const std::string& name, CHelpers& helpers);

// The operands of a step. The widest of the random elements gives the array's type.
std::vector<COperand> operands_of_step(const Plan& plan);

}  // namespace mmasc
