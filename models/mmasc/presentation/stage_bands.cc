// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/stage_bands.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/presentation/stages.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

using Lines = std::vector<std::string>;

void add_once(Lines& lines, std::string line) {
  if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
}

std::string kept_text(const RoundPlan& round) {
  if (round.is_integer())
    return fmt::format("{} bits {} to {}", round.input.magnitude_bits,
                       round.saturates.any() ? "clamped" : "wrapped", round.stored_bits);
  std::string text = fmt::format("{} bits normalized, {} kept: {}", round.work_bits,
                                 round.fraction_bits + 1, rounding_text(round.rounding));
  if (const auto first = round.first_cut(); round.rounds_twice())
    text += fmt::format(", before that {} of {} bits", rounding_text(first.rounding),
                        first.fraction_bits + 1);
  return text;
}

Lines multiplier_captions(const MultiplierPlan& m) {
  Lines lines{fmt::format("{} products of {} x {}: {} bits, {} of them fraction", m.lanes, m.a.name,
                          m.b.name, m.product.magnitude_bits, m.product.fraction_bits),
              fmt::format("exponents {}..{}", m.product.exponent_min, m.product.exponent_max)};
  std::ranges::copy(scale_texts(m), std::back_inserter(lines));
  lines.push_back(fmt::format("c: {} of {} bits", m.c.name, m.c_term.magnitude_bits));
  return lines;
}

std::string drop_text(const AddendGroup& group) {
  if (group.exact) return "exact: no bit is lost";
  std::string text = fmt::format("{} bits below e_max, the rest goes {}", group.fraction_bits,
                                 rounding_text(group.alignment_rounding));
  for (const std::string& entry : entry_texts(group)) text += ", " + entry;
  return text;
}

Lines aligner_captions(const Plan& plan, const SumPlan& sum) {
  Lines lines{fmt::format("{}: {} addends of {}", sum.name.view(), sum.addend_count,
                          addend_bits_text(addend_bits(plan, sum, 0), sum.addend_count))};
  for (const AddendGroup& group : groups_of(plan, sum)) add_once(lines, drop_text(group));
  return lines;
}

std::string tree_caption(const Plan& plan, const SumPlan& sum) {
  std::string text = fmt::format("{}: {}", sum.name.view(), sum.addend_count);
  const int levels = tree_levels(sum.addend_count, plan.adder_radix);
  for (int level = 1; level <= levels; ++level)
    text += fmt::format(" to {}", addends_left(sum.addend_count, plan.adder_radix, level));
  return text + fmt::format(" of {} bits", sum.sum_bits);
}

Lines captions_of(const Plan& plan, const StagePlan& stage) {
  if (stage.kind == StageKind::multiplier) return multiplier_captions(plan.multiplier);
  if (stage.last) return {kept_text(plan.result), fmt::format("packed as {}", plan.d.name)};
  if (stage.level < 0) return {"products: " + kept_text(plan.multiplier.round)};
  Lines lines;
  const LevelPlan& level = plan.levels[stage.level];
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    if (stage.kind == StageKind::aligner) {
      for (std::string& line : aligner_captions(plan, sum)) add_once(lines, std::move(line));
    } else if (stage.kind == StageKind::adder_tree) {
      add_once(lines, tree_caption(plan, sum));
    } else if (sum.rounds) {
      add_once(lines, fmt::format("{}: {}", sum.name.view(), kept_text(sum.round)));
    }
  }
  return lines;
}

}  // namespace

std::vector<StageBand> stage_bands(const Plan& plan) {
  std::vector<StageBand> bands;
  int cycle = 0;
  for (const StagePlan& stage : plan.stages) {
    cycle += stage.registers;
    if (stage.kind == StageKind::adder_tree && stage.tree_level > 0) {
      bands.back().registers += stage.registers;
      bands.back().cycle = cycle;
      continue;
    }
    bands.push_back(
        {stage.kind, stage.level, stage.last, stage.registers, cycle, captions_of(plan, stage)});
  }
  return bands;
}

}  // namespace mmasc
