// SPDX-License-Identifier: Apache-2.0
// Rewrites of a word graph that keep every value of d and take work out of lanes.
#pragma once

#include <vector>

#include "mmasc/compiled/instruction_graph.h"

namespace mmasc::compiled {

// On what a node depends: one input, none, or more than one.
inline constexpr int kNoInput = -1, kSeveralInputs = -2;
std::vector<int> supports_of(const WordGraph& graph);

struct Rewritten {
  RangedGraph of;
  std::vector<int> node;  // of each node of the graph before, what stands for it
};

// The same graph where `assumed_false` never hold: comparisons that bounds decide are decided,
// a choice of the least exponent is a maximum, and the shift of a product one of its factor.
// Inputs keep their numbers.
Rewritten rewritten(const RangedGraph& before, const std::vector<bool>& assumed_false);

}  // namespace mmasc::compiled
