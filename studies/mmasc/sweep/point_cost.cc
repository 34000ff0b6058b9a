// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/point_cost.h"

#include <set>

#include "mmasc/arith/sequence.h"
#include "mmasc/arith/stage_widths.h"
#include "mmasc/cost/streams.h"
#include "mmasc/measures/element_operands.h"
#include "mmasc/sweep/quantities.h"

namespace mmasc {
namespace {

PointCost numbers_of(CostSource source, const UnitCost& cost, const Unit& unit) {
  PointCost numbers{std::string(enum_name(source)), cost.library, cost.tool};
  for (const CostRow& row : kCostRows) numbers.numbers.emplace_back(row.name, cost.all.*row.member);
  if (cost.additions_area > 0) numbers.numbers.emplace_back(kAdditionsArea, cost.additions_area);
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
                       const Synthesiser& synthesiser)
    : study_(study),
      synthesiser_(synthesiser),
      source_(study.cost),
      is_as_estimated_(study.synthesis == SynthesisRow{}) {
  if (source_ != CostSource::synthesis || points.empty()) return;
  std::set<Key> seen;
  std::vector<Key> keys;
  std::vector<WholeUnit> wholes;
  for (const Point* point : points) {
    if (!seen.insert(key_of(*point)).second) continue;
    keys.push_back(key_of(*point));
    wholes.push_back(point->whole_unit());
  }
  std::vector<UnitCost> costs =
      whole_costs(wholes, synthesiser.costs(synthesis_of(study), parts_of(wholes)));
  for (std::size_t i = 0; i < keys.size(); ++i)
    synthesised_.emplace(std::move(keys[i]), std::move(costs[i]));
}

PointCosts::Key PointCosts::key_of(const Point& point) {
  const auto [outer, inner] = point.promotions();
  std::string roundings;
  for (const auto& rounding : {outer, inner})
    roundings.append(rounding ? enum_name(*rounding) : "").append(";");
  return {point.unit->fingerprint, roundings};
}

// Streams of neighbouring elements of D, each along K and then in its row.
double PointCosts::energy_of(const Point& point, const InputSet& inputs,
                             const GemmOptions& options) const {
  const Unit& unit = point.unit->unit;
  const Sequence sequence(unit);
  const InputFormats formats = point.formats();
  const ElementOperands element(unit, inputs, formats, options);
  const std::int64_t rows = point.shape.m, columns = point.shape.n, slices = element.slices(),
                     of_stream = dots_of_a_stream(unit, sequence.plan());
  std::vector<SliceOperands> operands;
  for (std::int64_t stream = 0; stream < kEnergyStreams; ++stream) {
    std::uint64_t d = 0;
    for (std::int64_t i = 0; i < of_stream; ++i) {
      const std::int64_t column =
          (stream / rows * (columns * rows / kEnergyStreams) + i / slices) % columns;
      operands.push_back(element.slice(stream % rows, column, i % slices, d));
      d = evaluate(sequence, operands.back().view());
    }
  }
  std::vector<DotOperands> dots;
  for (const SliceOperands& one : operands) dots.push_back(one.view());
  return synthesiser_.energy(synthesis_of(study_), unit, dots);
}

std::optional<PointCost> PointCosts::of(const Point& point, const InputSet& inputs,
                                        const GemmOptions& options) const {
  if (source_ == CostSource::none) return std::nullopt;
  const WholeUnit whole = point.whole_unit();
  const UnitCost estimated = estimate(whole);
  if (source_ == CostSource::synthesis) {
    const UnitCost& cost = synthesised_.at(key_of(point));
    PointCost numbers = numbers_of(source_, cost, whole.unit);
    numbers.numbers.emplace_back("cells", cost.all.cells);
    if (study_.energy) numbers.numbers.emplace_back(kEnergy, energy_of(point, inputs, options));
    if (is_as_estimated_ && cost.library == estimated.library)
      numbers.numbers.insert(numbers.numbers.end(), {{"estimated_area", estimated.all.area},
                                                     {"estimated_delay", estimated.all.delay}});
    return numbers;
  }
  PointCost numbers = numbers_of(source_, estimated, whole.unit);
  if (!estimated.extrapolated.empty()) {
    numbers.numbers.emplace_back(kExtrapolated, 1);
    return numbers;
  }
  numbers.numbers.insert(numbers.numbers.end(), {{"area_rms", estimated.error.area_rms},
                                                 {"area_worst", estimated.error.area_worst},
                                                 {"delay_rms", estimated.error.delay_rms},
                                                 {"delay_worst", estimated.error.delay_worst}});
  return numbers;
}

}  // namespace mmasc
