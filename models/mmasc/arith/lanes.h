// SPDX-License-Identifier: Apache-2.0
// The stage functions on vector registers of the processor, an operation in each 64-bit lane.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/lane_array.h"
#include "mmasc/arith/sequence_plan.h"

namespace mmasc {

// The stage functions as compiled for one set of vector instructions.
struct LaneTarget {
  std::string_view name;
  int lanes = 0;
  // Steps 0 ... end - 1 of each operation of a batch that has some, whose plans all fit lanes.
  void (*evaluate_steps)(const SequencePlan&, int end, const DotBatch&) = nullptr;
  // Registers for `plan`, one of the program's that fits lanes. Both outlive the array.
  std::unique_ptr<LaneArray> (*make_array)(const SequencePlan& program, const Plan& plan,
                                           int units) = nullptr;
};

// The targets that are in this program and run on this processor, the widest first; there may be
// none.
std::span<const LaneTarget> lane_targets();

// Every word of the plan fits a lane, and every factor of its products half of one. A plan that
// draws random elements or raises flags does not.
bool fits_lanes(const Plan& plan);

}  // namespace mmasc
