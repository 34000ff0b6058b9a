// SPDX-License-Identifier: Apache-2.0
#include "batch/program.h"

#include <algorithm>
#include <limits>

#include "arith/convert.h"

namespace mmasc::batch {

GridRounding make_addition(const Plan& plan) { return make_grid_rounding(plan.result); }

float scale_exponent(const Format& format, std::uint64_t bits) {
  const auto term = decode(format, bits);
  return term.nan ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(term.exponent);
}

std::variant<LaneProgram, std::string> make_lane_program(const Unit& unit) {
  const SequencePlan sequence = plan_sequence(unit);
  auto fused = make_fused_plan(sequence.step);
  if (const auto* why = std::get_if<std::string>(&fused)) return *why;

  LaneProgram program;
  program.unit = unit;
  program.fused = std::get<FusedPlan>(fused);
  program.k = unit.instruction.shape.k;
  program.steps = sequence.steps;
  program.scale_block = sequence.scale_block;
  program.order.assign(sequence.order.begin(), sequence.order.end());
  program.in_order = std::ranges::is_sorted(program.order);
  const Flush flush = program.fused.flush_inputs;
  const bool own = program.fused.zeros_keep_exponent;
  program.a = {*unit.instruction.a, unit.a(), flush, own};
  program.b = {*unit.instruction.b, unit.b(), flush, own};
  program.c = {*unit.instruction.c, unit.c(), flush, true};
  program.nan = static_cast<std::uint32_t>(sequence.step.nan);
  if (sequence.late_c) program.late_c = make_addition(*sequence.late_c);
  return program;
}

}  // namespace mmasc::batch
