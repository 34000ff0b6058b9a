// SPDX-License-Identifier: Apache-2.0
#include "sweep/point_cost.h"

#include "cost/cost.h"
#include "cost/widths.h"

namespace mmasc {

NamedNumbers widths_of(const PlannedUnit& unit) {
  const StageWidths all = total(stage_widths(unit.plan));
  NamedNumbers numbers;
  for (const auto& [name, bits] : kWidthFields) numbers.emplace_back(name, all.*bits);
  return numbers;
}

PointCost estimated_cost(const PlannedUnit& unit) {
  const UnitCost cost = estimate(unit.plan);
  return {"estimate",
          cost.library,
          {{"area", cost.all.area},
           {"gates", cost.all.gates},
           {"flip_flops", cost.all.flip_flops},
           {"delay", cost.all.delay},
           {"fo4", cost.all.fo4},
           {"area_rms", cost.error.area_rms},
           {"area_worst", cost.error.area_worst},
           {"delay_rms", cost.error.delay_rms},
           {"delay_worst", cost.error.delay_worst}}};
}

}  // namespace mmasc
