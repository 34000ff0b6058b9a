// SPDX-License-Identifier: Apache-2.0
#include "batch/program.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arith/convert.h"

namespace mmasc::batch {

GridRounding make_addition(const Plan& plan) { return make_grid_rounding(plan.result); }

float decode_scale(const LaneProgram& program, std::uint64_t bits) {
  const Format& format = *program.unit.instruction.scale->format;
  const auto term = decode(format, bits);
  if (term.nan) return std::numeric_limits<float>::quiet_NaN();
  if (std::holds_alternative<FusedPlan>(program.step)) return static_cast<float>(term.exponent);
  const double value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(term.significand)),
                                  static_cast<int>(term.exponent) - format.fraction_bits);
  return static_cast<float>(term.negative ? -value : value);
}

std::variant<LaneProgram, std::string> make_lane_program(const Unit& unit) {
  const SequencePlan sequence = plan_sequence(unit);
  if (sequence.random_count() > 0) return "stochastic rounding: no kernel draws random bits";
  const MultiplierPlan& m = sequence.step.multiplier;
  for (const Format* stored : {unit.instruction.a, unit.instruction.b, unit.instruction.c})
    if (!fits_f32(*stored))
      return std::string(stored->name) + " operands; lanes take f32's numbers";
  if (m.scale_lanes > 0 && !scale_fits_f32(m.scale))
    return std::string(m.scale.name) + " scales; lanes take f32's numbers";
  LaneProgram program;
  auto fused = make_fused_plan(sequence.step);
  bool zeros_keep_exponent = true;
  if (auto* plan = std::get_if<FusedPlan>(&fused)) {
    program.lane_type = plan->lane_type;
    program.truncates = plan->truncates_to_f32;
    zeros_keep_exponent = plan->zeros_keep_exponent;
    program.step = *plan;
    program.why = plan->beyond_f32.empty()
                      ? "one fused sum: products exact in f32, their sums in int32"
                      : "one fused sum, not in f32: " + plan->beyond_f32;
  } else {
    auto tree = make_tree_plan(sequence.step);
    if (const auto* why = std::get_if<std::string>(&tree)) return *why;
    program.why =
        "a tree of sums exact in f64, no single fused sum: " + std::get<std::string>(fused);
    program.step = std::make_shared<const TreePlan>(std::get<TreePlan>(std::move(tree)));
  }
  program.unit = unit;
  program.lanes = m.lanes;
  program.k = unit.instruction.shape.k;
  program.steps = sequence.steps;
  program.scale_block = sequence.scale_block;
  program.scales = m.scale_lanes > 0 ? m.lanes / m.scale_lanes : 0;
  program.order.assign(sequence.order.begin(), sequence.order.end());
  program.in_order = std::ranges::is_sorted(program.order);
  program.a = {*unit.instruction.a, unit.a(), m.flush_inputs, zeros_keep_exponent};
  program.b = {*unit.instruction.b, unit.b(), m.flush_inputs, zeros_keep_exponent};
  program.c = {*unit.instruction.c, unit.c(), m.flush_inputs, true};
  program.nan = static_cast<std::uint32_t>(sequence.step.nan);
  if (sequence.late_c) program.late_c = make_addition(*sequence.late_c);
  return program;
}

}  // namespace mmasc::batch
