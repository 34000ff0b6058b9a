// SPDX-License-Identifier: Apache-2.0
// The stages of a plan as a picture has them: levels of one adder tree are one.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

struct StageBand {
  StageKind kind = StageKind::multiplier;
  int level = -1;
  bool last = false;
  int registers = 0;                  // ranks
  int cycle = 0;                      // after which its outputs are valid
  std::vector<std::string> captions;  // widths and roundings in words, line by line
};

std::vector<StageBand> stage_bands(const Plan& plan);

}  // namespace mmasc
