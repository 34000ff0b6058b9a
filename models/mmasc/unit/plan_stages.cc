// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/unit/plan_parts.h"

namespace mmasc {
namespace {

// A sum whose tree is followed by its normalizer. What is made of its total first, its addends do
// not tell.
void anticipate(SumPlan& sum, const RoundPlan& round) {
  const auto fail = [&](const char* why) {
    throw RowError(
        "structure.normalizer.leading_zeros",
        fmt::format("\"anticipated\" is of sums that are normalized as they are, and \"{}\" {}; "
                    "write \"counted\"",
                    sum.name.view(), why));
  };
  const TotalPlan& total = sum.total;
  if (round.is_integer()) fail("is an integer");
  if (total.accumulator_bits > 0) fail("is held in an accumulator");
  if (total.cut_bits > 0) fail("is cut");
  if (total.tells_lost) fail("has a sticky bit");
  if (total.cancelled != Cancelled::number) fail("may be cancelled to an exact zero");
  sum.anticipates = true;
}

}  // namespace

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
    if (structure.normalizer.leading_zeros == LeadingZeros::anticipated)
      for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s) {
        SumPlan& sum = plan.sums[s];
        if (level.rounds && sum.rounds) anticipate(sum, sum.round);
        if (!level.rounds && l + 1 == plan.levels.size()) anticipate(sum, plan.result);
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
