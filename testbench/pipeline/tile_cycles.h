// SPDX-License-Identifier: Apache-2.0
// Cycles of one tile in an MMA unit, in closed form.
//
// The busiest lane has n elements, and S steps for each. An operation issues on one edge, its
// dot-product unit takes it from the operand register on the next, and its result is collected
// `latency` edges later; on that edge the element's next step may issue. So a round of n operations
// takes n * interval cycles, or latency + 1 where that is more.
#pragma once

#include <algorithm>

#include "pipeline/latency_formula.h"

namespace mmasc {

// From the edge that takes the tile to the one that takes D, if the sink is ready.
inline int tile_cycles(const Unit& unit, int elements) {
  const int lanes = unit.structure.units, interval = unit.structure.initiation_interval;
  const int latency = latency_by_formula(unit);
  const int n = (elements + lanes - 1) / lanes;
  const int round = std::max(n * interval, latency + 1);
  const int last_issue = 1 + (unit.steps() - 1) * round + (n - 1) * interval;
  int last_collected = last_issue + 1 + latency;
  if (unit.instruction.late_c) last_collected += 1 + late_c_latency_by_formula(unit);
  return last_collected + 1;  // D is registered
}

}  // namespace mmasc
