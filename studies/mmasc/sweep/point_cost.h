// SPDX-License-Identifier: Apache-2.0
// The hardware cost of a point's unit, as numbers of a result.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "mmasc/cost/cost.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

NamedNumbers widths_of(const PlannedUnit& unit);

// The costs of units by synthesis, with a library whose path is not relative to the study; each
// once. It may throw to end the caller.
using Synthesiser =
    std::function<std::vector<UnitCost>(const SynthesisRow& how, const std::vector<Unit>& units)>;

// The study's own, with the path of its library as the machine has it.
SynthesisRow synthesis_of(const Study& study);

// The costs of points' units, as the study asks for them.
class PointCosts {
 public:
  // Finds the costs of `points`. Calls `synthesise` once, with each unit once, where the study asks
  // for synthesis and there are points.
  PointCosts(const Study& study, const std::vector<const Point*>& points,
             const Synthesiser& synthesise);

  std::optional<PointCost> of(const PlannedUnit& unit) const;

 private:
  CostSource source_;
  bool is_as_estimated_;  // by the library and the recipe that estimates are of
  std::map<std::uint64_t, UnitCost> synthesised_;  // by the unit's fingerprint
};

}  // namespace mmasc
