// SPDX-License-Identifier: Apache-2.0
#include "report/gpu_units.h"

#include <algorithm>
#include <map>

#include "batch/engine.h"
#include "spec/catalog.h"
#include "spec/unit_argument.h"
#include "sweep/evaluate_point.h"
#include "sweep/points.h"

namespace mmasc {
namespace {

std::string architecture(const Unit& unit) {
  const std::string& id = unit.instruction.id;
  return id.substr(0, id.find('/'));
}

bool has_formats_of(const Unit& x, const Unit& y) {
  const Instruction &a = x.instruction, &b = y.instruction;
  return a.a == b.a && a.b == b.b && a.c == b.c && &x.d() == &y.d() &&
         a.scale.has_value() == b.scale.has_value();
}

// An instruction of each datapath, and the architectures that have it.
struct OwnUnit {
  std::string id, label, datapath;
  int lanes;
};

std::vector<OwnUnit> own_units(const Unit& base) {
  std::vector<OwnUnit> units;
  for (const Unit& unit : catalog().units()) {
    if (!has_formats_of(unit, base) || batch_kernel(unit).name == "reference") continue;
    const auto same = std::ranges::find_if(units, [&](const OwnUnit& other) {
      return other.datapath == unit.datapath.name && other.lanes == unit.lanes();
    });
    const std::string name = architecture(unit);
    if (same == units.end())
      units.push_back({unit.instruction.id, name, unit.datapath.name, unit.lanes()});
    else if (same->label.find(name) == std::string::npos)
      same->label += ", " + name;
  }
  return units;
}

// The study with the units in the place of all that it changes.
Study own_study(const Study& study, const std::vector<OwnUnit>& units) {
  Study own = study;
  own.variants.clear();
  std::erase_if(own.axes, [](const Axis& axis) {
    return axis.name != kDepthAxis && !axis.name.starts_with("inputs.");
  });
  std::vector<AxisValue> ids;
  for (const OwnUnit& unit : units) ids.emplace_back(unit.id);
  own.axes.push_back({std::string(kUnitAxis), 0, std::move(ids)});
  return own;
}

}  // namespace

std::vector<GpuPoint> gpu_points(const Study& study, const std::function<void()>& tick) {
  const Unit base = find_unit(parse_unit_argument(study.unit));
  const std::vector<OwnUnit> units = own_units(base);
  std::vector<GpuPoint> found;
  if (units.empty()) return found;
  const Study own = own_study(study, units);
  std::string key;
  SharedInputs shared;
  for (const Point& point : plan_points(own)) {
    if (tick) tick();
    if (point.input_key() != key) {  // the units are the innermost axis
      shared = make_shared_inputs(own, point, tick);
      key = point.input_key();
    }
    PointResult result = evaluate_point(own, point, shared, 0, tick);
    const auto unit = std::ranges::find(units, result.unit, &OwnUnit::id);
    found.push_back({unit == units.end() ? result.unit : unit->label, std::move(result)});
  }
  return found;
}

}  // namespace mmasc
