// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/point_cost.h"

#include <set>

#include "mmasc/cost/widths.h"
#include "mmasc/inputs/input_set.h"
#include "mmasc/sweep/quantities.h"

namespace mmasc {
namespace {

PointCost numbers_of(CostSource source, const UnitCost& cost, const Unit& unit) {
  PointCost numbers{std::string(enum_name(source)), cost.library, cost.tool};
  for (const CostRow& row : kCostRows) numbers.numbers.emplace_back(row.name, cost.all.*row.member);
  if (unit.structure.units > 1)
    numbers.numbers.emplace_back(kArrayArea, cost.all.area * unit.structure.units);
  return numbers;
}

}  // namespace

SynthesisRow synthesis_of(const Study& study) {
  SynthesisRow how = study.synthesis;
  if (!how.liberty.empty()) how.liberty = in_folder(study.folder, how.liberty);
  return how;
}

NamedNumbers widths_of(const PlannedUnit& unit) {
  const StageWidths all = total(stage_widths(unit.plan()));
  NamedNumbers numbers;
  for (const auto& [name, bits] : kWidthFields) numbers.emplace_back(name, all.*bits);
  numbers.emplace_back("lanes", unit.plan().multiplier.lanes);
  return numbers;
}

PointCosts::PointCosts(const Study& study, const std::vector<const Point*>& points,
                       const Synthesiser& synthesise)
    : source_(study.cost), is_as_estimated_(study.synthesis == SynthesisRow{}) {
  if (source_ != CostSource::synthesis || points.empty()) return;
  std::set<std::uint64_t> seen;
  std::vector<std::uint64_t> fingerprints;
  std::vector<Unit> units;
  for (const Point* point : points) {
    if (!seen.insert(point->unit->fingerprint).second) continue;
    fingerprints.push_back(point->unit->fingerprint);
    units.push_back(point->unit->unit);
  }
  std::vector<UnitCost> costs = synthesise(synthesis_of(study), units);
  for (std::size_t i = 0; i < units.size(); ++i)
    synthesised_.emplace(fingerprints[i], std::move(costs[i]));
}

std::optional<PointCost> PointCosts::of(const PlannedUnit& unit) const {
  if (source_ == CostSource::none) return std::nullopt;
  const UnitCost estimated = estimate(unit.plan());
  if (source_ == CostSource::synthesis) {
    const UnitCost& cost = synthesised_.at(unit.fingerprint);
    PointCost numbers = numbers_of(source_, cost, unit.unit);
    numbers.numbers.emplace_back("cells", cost.all.cells);
    if (is_as_estimated_)
      numbers.numbers.insert(numbers.numbers.end(), {{"estimated_area", estimated.all.area},
                                                     {"estimated_delay", estimated.all.delay}});
    return numbers;
  }
  PointCost numbers = numbers_of(source_, estimated, unit.unit);
  if (!estimated.extrapolated.empty()) {
    numbers.numbers.emplace_back("extrapolated", 1);
    return numbers;
  }
  numbers.numbers.insert(numbers.numbers.end(), {{"area_rms", estimated.error.area_rms},
                                                 {"area_worst", estimated.error.area_worst},
                                                 {"delay_rms", estimated.error.delay_rms},
                                                 {"delay_worst", estimated.error.delay_worst}});
  return numbers;
}

}  // namespace mmasc
