// SPDX-License-Identifier: Apache-2.0
// The random bits of stochastic roundings: one element an instance, in the order of use, so that a
// stage takes the first of those that are left.
#include <algorithm>

#include "mmasc/unit/plan_parts.h"
#include "mmasc/unit/random_elements.h"

namespace mmasc {
namespace {

class Numbering {
 public:
  explicit Numbering(Plan& plan) : plan_(plan) {}

  void run() {
    MultiplierPlan& m = plan_.multiplier;
    if (m.rounds) number(m.round, m.lanes);
    for (LevelPlan& level : plan_.levels) {
      for (int s = 0; s < level.sum_count; ++s) {
        const SumPlan& sum = plan_.sums[level.first_sum + s];
        for (int g = 0; g < sum.group_count; ++g) number(plan_.groups[sum.first_group + g]);
      }
      level.rounding_random = next();
      for (int s = 0; s < level.sum_count; ++s) {
        SumPlan& sum = plan_.sums[level.first_sum + s];
        if (sum.rounds) number(sum.round, 1);
      }
      level.end_random = next();
    }
    number(plan_.result, 1);
  }

 private:
  int next() const { return plan_.random_bits.size(); }

  void draw(Rounding rounding) {
    if (rounding.is_stochastic())
      plan_.random_bits.push_back(static_cast<std::uint8_t>(rounding.random_bits));
  }
  void number(RoundPlan& round, int instances) {
    round.first_random = next();
    for (int i = 0; i < instances; ++i) {
      draw(round.prerounding);
      draw(round.rounding);
    }
  }
  void number(AddendGroup& group) {
    group.first_random = next();
    for (int i = 0; i < group.count; ++i) draw(group.alignment_rounding);
  }

  Plan& plan_;
};

// Whether a field of the row is; without a plan, which takes long.
bool says_stochastic(const Unit& unit) {
  const Datapath& row = unit.datapath;
  const auto draws = [](const SumRow& sum) {
    return sum.alignment_rounding.is_stochastic() || sum.rounding.is_stochastic() ||
           std::ranges::any_of(sum.terms, [](const TermRow& term) {
             return term.alignment_rounding && term.alignment_rounding->is_stochastic();
           });
  };
  return row.product.rounding.is_stochastic() || row.result.rounding.is_stochastic() ||
         (row.result.prerounding && row.result.prerounding->rounding.is_stochastic()) ||
         (unit.instruction.late_c && unit.instruction.late_c->rounding.is_stochastic()) ||
         std::ranges::any_of(row.sums, draws);
}

}  // namespace

std::vector<int> random_widths(const Unit& unit) {
  if (!says_stochastic(unit)) return {};
  std::vector<int> widths;
  const auto append = [&](const Plan& plan) {
    widths.insert(widths.end(), plan.random_bits.begin(), plan.random_bits.end());
  };
  const Plan step = make_plan(described(unit));
  for (int i = 0; i < unit.steps(); ++i) append(step);
  if (unit.instruction.late_c) append(make_late_c_plan(unit));
  return widths;
}

void plan_random(Plan& plan) { Numbering(plan).run(); }

int first_random_after(const Plan& plan, const StagePlan& stage) {
  const int all = plan.random_bits.size();
  switch (stage.kind) {
    case StageKind::multiplier:
      return 0;
    case StageKind::aligner:
    case StageKind::adder_tree:
      return plan.levels[stage.level].rounding_random;
    case StageKind::normalizer:
      break;
  }
  if (stage.last) return all;
  if (stage.level >= 0) return plan.levels[stage.level].end_random;
  const MultiplierPlan& m = plan.multiplier;
  return m.round.first_random + m.lanes * m.round.random_count();
}

}  // namespace mmasc
