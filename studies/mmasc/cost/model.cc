// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/model.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "mmasc/cost/fit.h"
#include "mmasc/cost/sum_of_stages.h"
#include "mmasc/unit/segments.h"

namespace mmasc {
namespace {

std::vector<double> logic_terms(const StageWidths& widths) {
  std::vector<double> terms;
  for (const WidthField& field : kWidthFields)
    if (field.bits != &StageWidths::register_bits) terms.push_back(widths.*field.bits);
  return terms;
}

double dot(const std::vector<double>& x, const std::vector<double>& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

// An equation terms . x = target whose error is counted in units of `unit`.
struct Equations {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  void add(std::vector<double> terms, double target, double unit) {
    for (double& term : terms) term /= unit;
    rows.push_back(std::move(terms));
    targets.push_back(target / unit);
  }
  std::vector<double> solve() const { return fit_nonnegative(rows, targets); }
};

UnitCost measured(const CostPoints& points, const CostPoint& point) {
  UnitCost cost = points.how;
  cost.stages = point.stages;
  finish(cost, point.delay);
  return cost;
}

void note_extrapolation(const CostModel::Range& range, const std::string& stage, double value,
                        const char* what, UnitCost& cost) {
  if (value < range.least || value > range.most)
    cost.extrapolated.push_back({stage, what, value, range.least, range.most});
}

// Sums whose leading zeros a stage anticipates: no point has any.
int anticipated(const Plan& plan, const StagePlan& stage) {
  if (!stage.last_tree_level) return 0;
  const LevelPlan& level = plan.levels[stage.level];
  int sums = 0;
  for (int s = 0; s < level.sum_count; ++s)
    sums += plan.sums[level.first_sum + s].anticipates ? 1 : 0;
  return sums;
}

double delay_by(const CostModel& model, const std::vector<StageWidths>& widths,
                const Segment& segment) {
  double sum = 0, longest = 0;
  for (int s = segment.first; s <= segment.last; ++s) {
    const StageWidths& stage = widths[static_cast<std::size_t>(s)];
    const double delay = dot(model.delay.at(stage.kind), path_terms(stage));
    sum += delay;
    longest = std::max(longest, delay);
  }
  return segment.size() == 1 ? longest : std::max(longest, model.joint_delay * sum);
}

// On the slowest segments of units that leave out registers, given the delays of single stages.
void fit_joint_delay(const CostPoints& points, CostModel& model) {
  Equations joint;
  for (const CostPoint& point : points.points) {
    if (point.is_held_out || !point.delay || !point.leaves_out_registers()) continue;
    const UnitCost cost = measured(points, point);
    const Plan plan = make_plan(find_unit(point.unit));
    const auto widths = stage_widths(plan);
    for (const Segment& segment : segments_of(plan)) {
      if (segment.size() == 1) continue;
      model.joint_stages.add(segment.size());
      if (segment_name(plan, segment) == cost.slowest)
        joint.add({delay_by(model, widths, segment)}, *point.delay, *point.delay);
    }
  }
  if (!joint.rows.empty()) model.joint_delay = joint.solve().front();
}

}  // namespace

void CostModel::Range::add(double value) {
  least = std::min(least, value);
  most = std::max(most, value);
}

std::vector<double> path_terms(const StageWidths& widths) {
  return {1, widths.carry_levels, widths.select_levels, widths.fan_out};
}

CostModel fit_model(const CostPoints& points) {
  std::map<StageKind, Equations> gates, delay, flip_flops;
  Equations register_gates;
  CostModel model;
  for (const CostPoint& point : points.points) {
    if (point.is_held_out || point.leaves_out_registers()) continue;
    const UnitCost cost = measured(points, point);
    const auto widths = stage_widths(make_plan(find_unit(point.unit)));
    assert(widths.size() == point.stages.size());
    for (std::size_t i = 0; i < widths.size(); ++i) {
      CostModel::Extent& extent = model.extents[widths[i].kind];
      extent.terms.add(widths[i].terms);
      extent.bits.add(widths[i].term_bits);
      extent.shifted_places.add(widths[i].shifted_places);
      extent.scale_bits.add(widths[i].scale_bits);
      const StageCost& stage = cost.stages[i];
      const double logic = stage.gates * (1 - stage.register_share);
      flip_flops[widths[i].kind].add({widths[i].register_bits}, stage.flip_flops,
                                     cost.all.flip_flops);
      register_gates.add({stage.flip_flops}, stage.gates * stage.register_share, cost.all.gates);
      gates[widths[i].kind].add(logic_terms(widths[i]), logic, cost.all.gates);
      if (stage.delay > 0)
        delay[widths[i].kind].add(path_terms(widths[i]), stage.delay, stage.delay);
    }
  }
  for (const auto& [kind, equations] : gates) model.gates[kind] = equations.solve();
  for (const auto& [kind, equations] : delay) model.delay[kind] = equations.solve();
  for (const auto& [kind, equations] : flip_flops)
    model.flip_flops[kind] = equations.solve().front();
  model.register_gates = register_gates.solve().front();
  fit_joint_delay(points, model);
  return model;
}

UnitCost estimate_by(const CostModel& model, const CostPoints& points, const Plan& plan) {
  UnitCost cost = points.how;
  const std::vector<StageWidths> widths = stage_widths(plan);
  for (const Segment& segment : segments_of(plan)) {
    StageCost row;
    row.stage = segment_name(plan, segment);
    double gates = 0, registers = 0;
    for (int s = segment.first; s <= segment.last; ++s) {
      const StageWidths& stage = widths[static_cast<std::size_t>(s)];
      const CostModel::Extent& extent = model.extents.at(stage.kind);
      const TermWords words = term_words(stage.kind);
      note_extrapolation({0, 0}, stage.stage, anticipated(plan, plan.stages[s]),
                         "anticipated leading zeros", cost);
      note_extrapolation(extent.terms, stage.stage, stage.terms, words.terms, cost);
      note_extrapolation(extent.bits, stage.stage, stage.term_bits, words.bits, cost);
      note_extrapolation(extent.shifted_places, stage.stage, stage.shifted_places,
                         "places by which factors or products are shifted", cost);
      note_extrapolation(extent.scale_bits, stage.stage, stage.scale_bits,
                         "bits of the significands of scales", cost);
      const double flip_flops = model.flip_flops.at(stage.kind) * stage.register_bits;
      row.flip_flops += std::round(flip_flops);
      registers += model.register_gates * flip_flops;
      gates += dot(model.gates.at(stage.kind), logic_terms(stage));
    }
    if (segment.size() > 1)
      note_extrapolation(model.joint_stages, row.stage, segment.size(), "stages in one path", cost);
    gates += registers;
    row.area = gates * cost.nand2_area;
    row.register_share = gates > 0 ? registers / gates : 0;
    const int ranks = plan.stages[segment.last].registers;
    note_extrapolation({1, 1}, row.stage, ranks, "ranks", cost);
    row.delay = delay_by(model, widths, segment) / ranks;
    cost.stages.push_back(std::move(row));
  }
  finish(cost);
  return cost;
}

EstimateError error_of(const CostModel& model, const CostPoints& points, bool held_out,
                       bool leaves_out_registers) {
  EstimateError error;
  error.leaves_out_registers = leaves_out_registers;
  double area_squares = 0, delay_squares = 0;
  for (const CostPoint& point : points.points) {
    if (point.is_held_out != held_out || point.leaves_out_registers() != leaves_out_registers)
      continue;
    const UnitCost cost = measured(points, point);
    const UnitCost estimated = estimate_by(model, points, make_plan(find_unit(point.unit)));
    const double area = estimated.all.area / cost.all.area - 1;
    const double delay = estimated.all.delay / cost.all.delay - 1;
    ++error.points;
    area_squares += area * area;
    delay_squares += delay * delay;
    error.area_worst = std::max(error.area_worst, std::abs(area));
    error.delay_worst = std::max(error.delay_worst, std::abs(delay));
  }
  if (error.points == 0) return error;
  error.area_rms = std::sqrt(area_squares / error.points);
  error.delay_rms = std::sqrt(delay_squares / error.points);
  return error;
}

}  // namespace mmasc
