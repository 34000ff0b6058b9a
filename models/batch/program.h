// SPDX-License-Identifier: Apache-2.0
// An instruction's program in lanes: its fused steps, and the additions outside the unit.
#pragma once

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
  FusedPlan fused;
  int k = 0;               // elements of an instruction
  int steps = 0;           // of an instruction
  int scale_block = 0;     // elements of a scale; 0: none
  std::vector<int> order;  // of the elements
  bool in_order = true;
  Decoder a, b;
  Decoder c;  // an instruction's own
  std::uint32_t nan = 0;
  std::optional<GridRounding> late_c;
};

// The program, or why lanes do not do it.
std::variant<LaneProgram, std::string> make_lane_program(const Unit& unit);

// A rounding of the sum of two numbers of the grid, or why f64 lanes do not do it.
GridRounding make_addition(const Plan& plan);

// Scale elements as exponents; NaN is NaN.
float scale_exponent(const Format& format, std::uint64_t bits);

}  // namespace mmasc::batch
