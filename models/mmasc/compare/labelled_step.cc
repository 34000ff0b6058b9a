// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/labelled_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "mmasc/arith/planned_sums.h"
#include "mmasc/arith/term_names.h"
#include "mmasc/compare/chain.h"
#include "mmasc/specification/account.h"
#include "mmasc/unit/status_flags.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::compare {
namespace {

StageValue value_of(const ExactTerm& term) {
  StageValue value;
  value.negative = term.negative;
  value.kind = term.nan        ? StageValue::Kind::nan
               : term.infinite ? StageValue::Kind::infinite
                               : StageValue::Kind::number;
  if (term.finite()) value.value = term.value();
  return value;
}

StageValue value_of(const ExactSum& sum, const AlignedTerm& aligned) {
  if (!sum.finite()) return value_of(aligned.term);
  StageValue value;
  value.kind = StageValue::Kind::number;
  value.value = aligned.kept();
  value.negative = value.value.integer.is_negative();
  return value;
}

// d's bits tell NaNs apart that the terms do not.
StageValue value_of_result(const Format& d, const ExactStep& step) {
  const StageValue value = value_of(step.result.out);
  if (value.kind != StageValue::Kind::nan) return value;
  return text_value(fmt::format("nan {:0{}x}", step.d, d.hex_digits()));
}

bool nothing_happens(const LabelledStep& step) {
  const auto is_zero = [](const auto& labelled) {
    const StageValue& value = labelled.second;
    return value.kind == StageValue::Kind::number && value.value.is_zero();
  };
  const auto& c = step.products.back();
  return std::all_of(step.products.begin(), step.products.end() - 1, is_zero) &&
         same_value(c.second, step.result);
}

// Products by their place in the whole dot product.
std::vector<std::string> product_labels(const SequencePlan& program, const ExactStep& step,
                                        int first_k, int index) {
  if (step.adds_late_c) return {"chained"};
  std::vector<std::string> labels;
  const int lanes = program.step.lanes();
  for (int lane = 0; lane < lanes; ++lane)
    labels.push_back(fmt::format("p{}", first_k + program.order[index * lanes + lane]));
  return labels;
}

LabelledStep labelled(const Plan& plan, const ExactStep& step, std::vector<std::string> products) {
  const TermNames names = term_names(plan, std::move(products));
  LabelledStep labelled;
  for (std::size_t k = 0; k < step.products.size(); ++k)
    labelled.products.emplace_back(names.products[k], value_of(step.products[k]));
  labelled.products.emplace_back("c", value_of(step.c));
  labelled.rounded_products = labelled.products;
  for (std::size_t k = 0; k < step.product_roundings.size(); ++k)
    labelled.rounded_products[k].second = value_of(step.product_roundings[k].out);
  for (const LevelPlan& level : plan.levels) {
    auto& sums = labelled.levels.emplace_back().sums;
    for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s) {
      const auto i = static_cast<std::size_t>(s);
      const ExactSum& sum = step.sums[i];
      LabelledSum one{sum_name(plan, plan.sums[s]), {}, value_of(sum.sum), value_of(sum.sum)};
      if (plan.sums[s].rounds) one.rounded = value_of(step.roundings[i].out);
      for (std::size_t t = 0; t < sum.terms.size(); ++t)
        one.addends.emplace_back(names.terms[i][t], value_of(sum, sum.terms[t]));
      sums.push_back(std::move(one));
    }
  }
  labelled.result = value_of_result(plan.d, step);
  if (plan.raises_flags) labelled.flags = text_value(flags_text(step.flags));
  return labelled;
}

}  // namespace

std::string LabelledLevel::shape() const {
  std::string text;
  for (const LabelledSum& sum : sums)
    text += fmt::format("{}{} of {} terms", text.empty() ? "" : ", ", sum.name, sum.addends.size());
  return text;
}

std::vector<LabelledStep> labelled_steps(const Sequence& sequence, const Case& row) {
  const SequencePlan& program = sequence.program();
  const Specification specification = specification_of(sequence);
  std::vector<LabelledStep> steps;
  int first_k = 0;
  for (const Case& instruction : instructions_of(sequence, row)) {
    const ExactRun run = account_of(specification, operands_of(instruction));
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
      const int index = static_cast<int>(i);
      LabelledStep step = labelled(program.plan_of(index), run.steps[i],
                                   product_labels(program, run.steps[i], first_k, index));
      step.number = static_cast<int>(steps.size()) + 1;
      step.first_k = first_k + index * program.step.lanes();
      step.is_idle = nothing_happens(step);
      steps.push_back(std::move(step));
    }
    first_k += sequence.unit().products();
  }
  return steps;
}

}  // namespace mmasc::compare
