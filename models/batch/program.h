// SPDX-License-Identifier: Apache-2.0
// An instruction's program in lanes: its fused steps, and the additions outside the unit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arith/gemm.h"
#include "arith/sequence_plan.h"
#include "batch/kernels.h"

namespace mmasc::batch {

struct LaneProgram {
  Unit unit;
  std::variant<FusedPlan, std::shared_ptr<const TreePlan>> step;
  std::string why;  // the step's kernel, and no faster one
  LaneType lane_type = LaneType::f64;
  int lanes = 0;           // of a step
  bool truncates = false;  // the machine's conversions to f32 must
  int k = 0;               // elements of an instruction
  int steps = 0;           // of an instruction
  int scale_block = 0;     // elements of a scale; 0: none
  int scales = 0;          // of a step
  std::vector<int> order;  // of the elements
  bool in_order = true;
  Decoder a, b;
  Decoder c;  // an instruction's own
  std::uint32_t nan = 0;
  std::optional<GridRounding> late_c;
};

// The program, or why lanes do not do it.
std::variant<LaneProgram, std::string> make_lane_program(const Unit& unit);

// The rounding of an addition outside the unit (make_addition_plan), whose sum lanes round to odd.
GridRounding make_addition(const Plan& plan);

// The scale, in an operand's row of them, of a step's scale: the `i`th from element `first` of K
// on.
inline std::int64_t stored_scale(const LaneProgram& program, std::int64_t first, int i) {
  return (first + std::int64_t{i} * (program.lanes / program.scales)) / program.scale_block;
}

// A scale as the step's kernel takes it.
float decode_scale(const LaneProgram& program, std::uint64_t bits);

}  // namespace mmasc::batch
