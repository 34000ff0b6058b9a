// SPDX-License-Identifier: Apache-2.0
#include "report/gpu_units.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch/engine.h"
#include "spec/catalog.h"
#include "sweep/evaluate_point.h"
#include "sweep/points.h"

namespace mmasc {
namespace {

bool has_formats_of(const Unit& x, const Unit& y) {
  const Instruction &a = x.instruction, &b = y.instruction;
  return a.a == b.a && a.b == b.b && a.c == b.c && &x.d() == &y.d() &&
         a.scale.has_value() == b.scale.has_value();
}

// An instruction of each datapath.
struct OwnUnit {
  std::string id, label, datapath;
  int lanes;
};

std::vector<OwnUnit> own_units(const Unit& base) {
  std::vector<OwnUnit> units;
  for (const Unit& unit : catalog().units()) {
    if (!has_formats_of(unit, base) || batch_kernel(unit).name == "reference") continue;
    if (std::ranges::any_of(units, [&](const OwnUnit& other) {
          return other.datapath == unit.datapath.name && other.lanes == unit.lanes();
        }))
      continue;
    std::string label = unit.datapath.name;
    if (unit.lanes() != base.lanes()) label += fmt::format(" ({} lanes)", unit.lanes());
    units.push_back({unit.instruction.id, std::move(label), unit.datapath.name, unit.lanes()});
  }
  return units;
}

// The study with the units in the place of all that it changes.
Study own_study(const Study& study, const std::vector<OwnUnit>& units) {
  Study own = study;
  own.variants.clear();
  std::erase_if(own.axes, [](const Axis& axis) { return !is_condition(axis.name); });
  std::vector<AxisValue> ids;
  for (const OwnUnit& unit : units) ids.emplace_back(unit.id);
  own.axes.push_back({std::string(kUnitAxis), 0, std::move(ids)});
  return own;
}

// Whether a plot has them in one place.
bool is_one_place(const PointResult& x, const PointResult& y) {
  const auto axes_but_unit = [](PointResult point) {
    std::erase_if(point.axes, [](const auto& axis) { return axis.first == kUnitAxis; });
    return point.axes;
  };
  return axes_but_unit(x) == axes_but_unit(y) && x.measures == y.measures &&
         x.cost.has_value() == y.cost.has_value() &&
         (!x.cost || x.cost->numbers == y.cost->numbers);
}

}  // namespace

std::string GpuPoint::label() const { return fmt::format("{}", fmt::join(labels, ", ")); }

std::vector<std::string> labels_of(const std::vector<GpuPoint>& gpus) {
  std::vector<std::string> all;
  for (const GpuPoint& gpu : gpus)
    for (const std::string& label : gpu.labels)
      if (std::ranges::find(all, label) == all.end()) all.push_back(label);
  return all;
}

std::vector<GpuPoint> gpu_points(const Study& study, const std::function<void()>& tick,
                                 const Synthesiser& synthesise) {
  if (study.workload != Workload::gemm) return {};
  const Unit base = find_unit(unit_name(study, study.unit));
  const std::vector<OwnUnit> units = own_units(base);
  std::vector<GpuPoint> found;
  if (units.empty()) return found;
  const Study own = own_study(study, units);
  std::string key;
  SharedInputs shared;
  const std::vector<Point> points = plan_points(own);
  std::vector<const Point*> all;
  for (const Point& point : points) all.push_back(&point);
  const PointCosts costs(own, all, synthesise);
  for (const Point& point : points) {
    if (tick) tick();
    if (point.input_key() != key) {  // the units are the innermost axis
      shared = make_shared_inputs(own, point, 0, tick);
      key = point.input_key();
    }
    PointResult result = evaluate_point(own, point, shared, costs, 0, tick);
    const auto unit = std::ranges::find(units, result.unit, &OwnUnit::id);
    const std::string label = unit == units.end() ? result.unit : unit->label;
    const auto same = std::ranges::find_if(
        found, [&](const GpuPoint& other) { return is_one_place(other.result, result); });
    if (same == found.end())
      found.push_back({{label}, std::move(result)});
    else
      same->labels.push_back(label);
  }
  return found;
}

}  // namespace mmasc
