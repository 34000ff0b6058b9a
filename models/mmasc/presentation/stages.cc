// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/stages.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/presentation/describe.h"

namespace mmasc {

std::string addend_bits_text(const AddendBits& bits, int count) {
  if (count == 1 || bits.each == bits.last) return fmt::format("{} bits", bits.last);
  return fmt::format("{} bits, the last of {}", bits.each, bits.last);
}

namespace {

std::string products_text(const MultiplierPlan& m) {
  const TermWidths& p = m.product;
  return fmt::format("{} of {} bits, {} of them fraction, exponents {}..{}; c of {} bits",
                     counted(m.lanes, "product"), p.magnitude_bits, p.fraction_bits, p.exponent_min,
                     p.exponent_max, m.c_term.magnitude_bits);
}

// Sums of one name at one level are alike; they are told of once.
template <class F>
std::string sums_text(const Plan& plan, const LevelPlan& level, F text_of) {
  std::string text;
  for (int s = 0; s < level.sum_count;) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    int next = s + 1;
    while (next < level.sum_count &&
           plan.sums[level.first_sum + next].name.view() == sum.name.view())
      ++next;
    const std::string told = text_of(sum);
    if (!told.empty())
      text += fmt::format("{}{}{}: {}", text.empty() ? "" : "; ", sum.name.view(),
                          next - s > 1 ? fmt::format(" x {}", next - s) : "", told);
    s = next;
  }
  return text;
}

std::string widths_text(const Plan& plan, const StagePlan& stage) {
  if (stage.kind == StageKind::multiplier) return products_text(plan.multiplier);
  if (stage.last && plan.result.is_integer())
    return fmt::format("{} bits {} {}", plan.result.input.magnitude_bits,
                       plan.result.saturates.any() ? "clamped to" : "wrapped to", plan.d.name);
  if (stage.last)
    return fmt::format("{} bits normalized, {} kept, packed as {}", plan.result.work_bits,
                       plan.result.fraction_bits + 1, plan.d.name);
  if (stage.level < 0)
    return fmt::format("{} to {} bits", counted(plan.lanes(), "product"),
                       plan.multiplier.round.fraction_bits + 1);

  const LevelPlan& level = plan.levels[stage.level];
  return sums_text(plan, level, [&](const SumPlan& sum) -> std::string {
    switch (stage.kind) {
      case StageKind::aligner:
        return fmt::format("{} of {}, {} of them below e_max", counted(sum.addend_count, "addend"),
                           addend_bits_text(addend_bits(plan, sum, 0), sum.addend_count),
                           sum.fraction_bits);
      case StageKind::adder_tree: {
        const int before = addends_left(sum.addend_count, plan.adder_radix, stage.tree_level);
        const int after = addends_left(before, plan.adder_radix, 1);
        return fmt::format(
            "{} to {} of {}{}", counted(before, "addend"), after,
            addend_bits_text(addend_bits(plan, sum, stage.tree_level + 1), after),
            stage.last_tree_level && sum.anticipates ? ", leading zeros anticipated" : "");
      }
      default:
        if (!sum.rounds) return "";
        return fmt::format("{} bits normalized, {} kept", sum.round.work_bits,
                           sum.round.fraction_bits + 1);
    }
  });
}

}  // namespace

std::vector<StageText> stage_texts(const Plan& plan) {
  std::vector<StageText> texts;
  int cycle = 0;
  for (const StagePlan& stage : plan.stages) {
    cycle += stage.registers;
    texts.push_back(
        {std::string(name_of(stage.kind)), widths_text(plan, stage), stage.registers, cycle});
  }
  return texts;
}

}  // namespace mmasc
