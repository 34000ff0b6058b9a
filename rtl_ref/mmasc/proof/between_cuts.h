// SPDX-License-Identifier: Apache-2.0
// Two models side by side from the operands on, cut where both hand on the same.
#pragma once

#include <vector>

#include "mmasc/proof/prove.h"

namespace mmasc::proof {

struct CutProof {
  Answer answer;
  bool is_cut = false;              // what refutes it may then be none of the operands
  std::vector<Theorem> theorems{};  // of each stage behind which both are the same, and of the last
};

// Whether two models give the same d and the same flags. Behind a stage of which both hand on
// fields of the same names and the same numbers, in whatever widths, these are free: any that what
// is proved of the first model allows.
CutProof same_between_cuts(const ProvedModel& model, const Plan& other, StepKind kind);

}  // namespace mmasc::proof
