// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/program.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mmasc/arith/convert.h"
#include "mmasc/arith/sparsity.h"

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

namespace {

// Why lanes do not take the plan's scales: those of a row's blocks and of a column's; empty where
// they do.
std::string other_scales(const MultiplierPlan& m) {
  for (const ScalePlan& scale : m.scales) {
    const OperandRow& row = row_of(scale.operand);
    if (row.along != Along::row && row.along != Along::column)
      return "products are multiplied by " + std::string(row.what);
    if (!scale_fits_f32(scale.format))
      return std::string(scale.format.name) + " scales; lanes take f32's numbers";
  }
  return {};
}

// Sets the step's kernel: the first that takes the plan. Returns why none does; empty where one
// does.
std::string set_step(const Plan& plan, const Kernels& kernels, LaneProgram& program) {
  auto fused = make_fused_plan(plan);
  if (auto* step = std::get_if<FusedPlan>(&fused)) {
    program.lane_type = step->lane_type;
    program.truncates = step->truncates_to_f32;
    program.kernel = step->beyond_f32.empty() ? "f32_lanes" : "f64_lanes";
    program.why = step->beyond_f32.empty()
                      ? "one fused sum: products exact in f32, their sums in int32"
                      : "one fused sum, not in f32: " + step->beyond_f32;
    program.step = *step;
    return {};
  }
  auto ieee = make_ieee_plan(plan);
  if (auto* step = std::get_if<IeeePlan>(&ieee); step && (!step->fuses || kernels.has_fma())) {
    program.lane_type = LaneType::f32;
    program.kernel = "f32_ieee";
    program.why = step->fuses ? "every step is one f32 fused multiply-add"
                              : "every product and sum is rounded as IEEE 754 rounds to f32";
    program.step = std::move(*step);
    return {};
  }
  auto exact = make_exact_plan(plan);
  if (auto* step = std::get_if<ExactPlan>(&exact)) {
    program.kernel = "f64_exact";
    program.why = "one exact sum, rounded to odd in f64 and then once more";
    program.step = *step;
    return {};
  }
  auto tree = make_tree_plan(plan);
  if (const auto* why = std::get_if<std::string>(&tree)) return *why;
  auto& step = std::get<TreePlan>(tree);
  program.lane_type = step.lane_type;
  const bool is_short = step.lane_type == LaneType::f32;
  program.kernel = is_short ? "f32_tree" : "f64_tree";
  program.why = std::string(is_short ? "sums of products exact in f32 lanes, the others in f64"
                                     : "a tree of sums exact in f64") +
                ", no single fused sum: " + std::get<std::string>(fused);
  program.step = std::make_shared<const TreePlan>(std::move(step));
  return {};
}

}  // namespace

std::variant<LaneProgram, std::string> make_lane_program(const Unit& unit, const Kernels& kernels) {
  const SequencePlan sequence = plan_sequence(dense_unit(unit));
  if (sequence.random_count() > 0) return "stochastic rounding: no kernel draws random bits";
  if (sequence.step.tells_nans_apart()) return "NaN results are told apart";
  if (sequence.step.raises_flags) return "status flags stand beside d";
  const MultiplierPlan& m = sequence.step.multiplier;
  for (const Format* stored : {unit.instruction.a, unit.instruction.b, unit.instruction.c})
    if (!fits_f32(*stored))
      return std::string(stored->name) + " operands; lanes take f32's numbers";
  if (auto why = other_scales(m); !why.empty()) return why;
  LaneProgram program;
  if (auto why = set_step(sequence.step, kernels, program); !why.empty()) return why;
  bool zeros_keep_exponent = true;
  if (const auto* fused = std::get_if<FusedPlan>(&program.step))
    zeros_keep_exponent = fused->zeros_keep_exponent;
  else if (std::holds_alternative<ExactPlan>(program.step))
    zeros_keep_exponent = false;
  else if (const auto* tree = std::get_if<std::shared_ptr<const TreePlan>>(&program.step))
    zeros_keep_exponent = (*tree)->products.groups.empty();
  program.unit = unit;
  program.lanes = m.lanes;
  program.k = unit.products();
  program.b_k = unit.instruction.shape.k;
  program.steps = sequence.steps;
  if (m.is_scaled()) program.scale_block = m.scales[0].block;
  if (m.is_scaled()) program.scales = m.lanes / m.lanes_scaled_alike();
  program.order.assign(sequence.order.begin(), sequence.order.end());
  program.in_order = std::ranges::is_sorted(program.order);
  program.a = {*unit.instruction.a, unit.a(), m.flush_inputs, zeros_keep_exponent};
  program.b = {*unit.instruction.b, unit.b(), m.flush_inputs, zeros_keep_exponent};
  program.c = {*unit.instruction.c, unit.c(), m.flush_inputs, true};
  program.d_is_flushed = sequence.step.result.flush != Flush::none && unit.c() == unit.d() &&
                         m.flush_inputs != Flush::all_to_plus_zero;  // d may be -0
  program.nan = static_cast<std::uint32_t>(sequence.step.nan);
  if (sequence.late_c) program.late_c = make_addition(*sequence.late_c);
  return program;
}

}  // namespace mmasc::batch
