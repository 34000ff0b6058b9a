// SPDX-License-Identifier: Apache-2.0
// The hardware cost of a point's unit, as numbers of a result.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/cost/cost.h"
#include "mmasc/inputs/input_set.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

NamedNumbers widths_of(const PlannedUnit& unit);

// What studies need of synthesis, with a library whose path is not relative to the study. Each may
// throw to end the caller.
struct Synthesiser {
  std::function<std::vector<UnitCost>(const SynthesisRow& how, const std::vector<Unit>& units)>
      costs;
  // pJ of a step on streams of dot products (mmasc/cost/energy.h). Called from any thread.
  std::function<double(const SynthesisRow& how, const Unit& unit,
                       std::span<const DotOperands> dots)>
      energy;
};

// The study's own, with the path of its library as the machine has it.
SynthesisRow synthesis_of(const Study& study);

// The costs of points' units, as the study asks for them.
class PointCosts {
 public:
  // Finds the costs of `points`. Calls `synthesiser.costs` once, with each unit once, where the
  // study asks for synthesis and there are points.
  PointCosts(const Study& study, const std::vector<const Point*>& points,
             const Synthesiser& synthesiser);

  // `inputs` are the point's operands, of which the study may ask for the energy.
  std::optional<PointCost> of(const Point& point, const InputSet& inputs,
                              const GemmOptions& options) const;

 private:
  double energy_of(const Point& point, const InputSet& inputs, const GemmOptions& options) const;

  const Study& study_;
  Synthesiser synthesiser_;
  CostSource source_;
  bool is_as_estimated_;  // by the library and the recipe that estimates are of
  // By the unit's fingerprint and the roundings of the promotions behind it.
  using Key = std::pair<std::uint64_t, std::string>;
  static Key key_of(const Point& point);
  std::map<Key, UnitCost> synthesised_;
};

}  // namespace mmasc
