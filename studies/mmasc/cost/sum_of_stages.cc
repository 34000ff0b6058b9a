// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/sum_of_stages.h"

#include <algorithm>

namespace mmasc {

void finish(UnitCost& cost, std::optional<double> delay) {
  StageCost& all = cost.all;
  all = {};
  all.stage = "all";
  cost.slowest.clear();
  double register_area = 0;
  const auto relate = [&](StageCost& stage) {
    stage.gates = stage.area / cost.nand2_area;
    stage.fo4 = stage.delay / cost.fo4_delay;
  };
  for (StageCost& stage : cost.stages) {
    relate(stage);
    all.flip_flops += stage.flip_flops;
    all.cells += stage.cells;
    all.area += stage.area;
    register_area += stage.register_share * stage.area;
    if (stage.delay > all.delay || cost.slowest.empty()) cost.slowest = stage.stage;
    all.delay = std::max(all.delay, stage.delay);
  }
  all.delay = delay.value_or(all.delay);
  if (all.area > 0) all.register_share = register_area / all.area;
  relate(all);
}

void finish_retimed(UnitCost& cost, double ready_delay) {
  finish(cost);
  cost.ready_delay = ready_delay;
  if (ready_delay <= cost.all.delay) return;
  finish(cost, ready_delay);
  cost.slowest = kReady;
}

}  // namespace mmasc
