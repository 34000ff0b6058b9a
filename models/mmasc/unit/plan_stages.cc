// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/unit/plan_parts.h"

namespace mmasc {

void plan_stages(Plan& plan, const Structure& structure) {
  plan.adder_radix = structure.adder_tree.radix;
  const auto stage = [&](StageKind kind, int level, int registers) -> StagePlan& {
    StagePlan next;
    next.kind = kind;
    next.level = level;
    next.registers = registers;
    plan.stages.push_back(next);
    return plan.stages.back();
  };
  stage(StageKind::multiplier, -1, structure.multiplier.registers);
  if (plan.multiplier.rounds) stage(StageKind::normalizer, -1, structure.normalizer.registers);
  for (int l = 0; l < plan.levels.size(); ++l) {
    const LevelPlan& level = plan.levels[l];
    stage(StageKind::aligner, l, structure.aligner.registers);
    int most = 1;
    for (int s = 0; s < level.sum_count; ++s)
      most = std::max(most, plan.sums[level.first_sum + s].addend_count);
    const int depth = tree_levels(most, plan.adder_radix);
    for (int t = 0; t < depth; ++t) {
      StagePlan& tree = stage(StageKind::adder_tree, l, structure.adder_tree.registers_per_level);
      tree.tree_level = t;
      tree.last_tree_level = t + 1 == depth;
    }
    if (level.rounds) stage(StageKind::normalizer, l, structure.normalizer.registers);
  }
  stage(StageKind::normalizer, -1, structure.normalizer.registers).last = true;
  if (structure.normalizer.registers < 1)
    throw RowError("structure.normalizer.registers", "a unit's outputs are registered; at least 1");
  const int ranks = plan.latency();
  if (ranks * structure.units > kMaxRanks)
    throw RowError("structure.units",
                   fmt::format("{} units of {} register ranks are too many; use up to {} units, or "
                               "fewer registers",
                               structure.units, ranks, kMaxRanks / ranks));
}

}  // namespace mmasc
