// SPDX-License-Identifier: Apache-2.0
// The stages of a plan with the widths that travel between them.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

struct StageText {
  std::string stage;   // "aligner"
  std::string widths;  // "dot: 33 addends of 24 bits, 13 of them below e_max"
  int registers = 0;
  int cycle = 0;  // after which its outputs are valid
};

std::vector<StageText> stage_texts(const Plan& plan);

}  // namespace mmasc
