// SPDX-License-Identifier: Apache-2.0
// An instruction's program in lanes: its fused steps, and the additions outside the unit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mmasc/arith/gemm.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/batch/kernels.h"

namespace mmasc::batch {

struct LaneProgram {
  Unit unit;
  std::variant<FusedPlan, IeeePlan, ExactPlan, std::shared_ptr<const TreePlan>> step;
  std::string_view kernel;  // its name
  std::string why;          // this kernel, and no faster one
  LaneType lane_type = LaneType::f64;
  int lanes = 0;           // in a step
  bool truncates = false;  // the processor's conversions to f32 must truncate
  int k = 0, b_k = 0;      // elements of a and b in an instruction; more of b where a is sparse
  int steps = 0;           // in an instruction
  int scale_block = 0;     // elements that share a scale; 0: no scales
  int scales = 0;          // in a step
  std::vector<int> order;  // of an instruction's elements
  bool in_order = true;
  Decoder a, b;
  Decoder c;                  // for the instruction's own c
  bool d_is_flushed = false;  // as that c is
  std::uint32_t nan = 0;
  std::optional<GridRounding> late_c;
};

// The program for the lanes of `kernels`, or the reason why they cannot run the unit.
std::variant<LaneProgram, std::string> make_lane_program(const Unit& unit, const Kernels& kernels);

// The rounding of an addition outside the unit (addition_unit). Lanes first round to odd.
GridRounding make_addition(const Plan& plan);

// The index, among an operand's scales along K, of a step's `i`th scale; the step begins at element
// `first` of K.
inline std::int64_t stored_scale(const LaneProgram& program, std::int64_t first, int i) {
  return (first + std::int64_t{i} * (program.lanes / program.scales)) / program.scale_block;
}

// A scale as the step's kernel takes it.
float decode_scale(const LaneProgram& program, std::uint64_t bits);

}  // namespace mmasc::batch
