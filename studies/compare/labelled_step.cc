// SPDX-License-Identifier: Apache-2.0
#include "compare/labelled_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "arith/trace.h"
#include "compare/chain.h"
#include "generate/case_operands.h"

namespace mmasc::compare {
namespace {

PartValue value_of(const TracedTerm& term) {
  PartValue value;
  value.negative = term.negative;
  value.kind = term.nan        ? PartValue::Kind::nan
               : term.infinite ? PartValue::Kind::infinite
                               : PartValue::Kind::number;
  if (term.finite()) value.value = term.value();
  return value;
}

PartValue value_of(const TracedAddend& addend) {
  if (!addend.term.finite()) return value_of(addend.term);
  PartValue value;
  value.kind = PartValue::Kind::number;
  value.negative = addend.addend.integer < 0;
  value.value = addend.addend;
  return value;
}

// d's bits tell NaNs apart that the terms do not.
PartValue value_of_result(const TracedStep& step) {
  PartValue value = value_of(step.result.out);
  if (value.kind != PartValue::Kind::nan) return value;
  value.kind = PartValue::Kind::text;
  value.text = fmt::format("nan {:0{}x}", step.d, step.plan->d.hex_digits());
  return value;
}

bool nothing_happens(const LabelledStep& step) {
  const auto is_zero = [](const auto& labelled) {
    const PartValue& value = labelled.second;
    return value.kind == PartValue::Kind::number && value.value.integer == 0;
  };
  const auto& c = step.products.back();
  return std::all_of(step.products.begin(), step.products.end() - 1, is_zero) &&
         same_value(c.second, step.result);
}

class Labeller {
 public:
  // `first_k` of the instruction, `index` of the step in it.
  Labeller(const Sequence& sequence, const TracedStep& step, int first_k, int index) : step_(step) {
    const SequencePlan& program = sequence.program();
    for (int lane = 0; lane < static_cast<int>(step.products.size()); ++lane) {
      const std::string& name = step.products[static_cast<std::size_t>(lane)].name;
      labels_[name] =
          step.adds_late_c
              ? "chained"
              : fmt::format("p{}", first_k + program.order[index * program.step.lanes() + lane]);
    }
  }

  LabelledStep label() const {
    LabelledStep labelled;
    for (const TracedTerm& product : step_.products)
      labelled.products.emplace_back(labels_.at(product.name), value_of(product));
    labelled.products.emplace_back("c", value_of(step_.c));
    labelled.rounded_products = labelled.products;
    for (std::size_t i = 0; i < step_.product_roundings.size(); ++i)
      labelled.rounded_products[i].second = value_of(step_.product_roundings[i].out);
    for (const TracedLevel& level : step_.levels) labelled.levels.push_back(labelled_level(level));
    labelled.result = value_of_result(step_);
    return labelled;
  }

 private:
  LabelledLevel labelled_level(const TracedLevel& level) const {
    LabelledLevel labelled;
    std::map<std::string_view, const TracedTerm*> rounded;
    for (const TracedRounding& rounding : level.roundings)
      rounded[rounding.in.name] = &rounding.out;
    for (const TracedSum& sum : level.sums) {
      LabelledSum one{sum.name, {}, value_of(sum.sum), value_of(sum.sum)};
      if (const auto found = rounded.find(sum.name); found != rounded.end())
        one.rounded = value_of(*found->second);
      for (const TracedAddend& addend : sum.addends) {
        const auto found = labels_.find(addend.term.name);
        one.addends.emplace_back(found == labels_.end() ? addend.term.name : found->second,
                                 value_of(addend));
      }
      labelled.sums.push_back(std::move(one));
    }
    return labelled;
  }

  const TracedStep& step_;
  std::map<std::string, std::string> labels_;
};

}  // namespace

std::string LabelledLevel::shape() const {
  std::string text;
  for (const LabelledSum& sum : sums)
    text += fmt::format("{}{} of {} terms", text.empty() ? "" : ", ", sum.name, sum.addends.size());
  return text;
}

std::vector<LabelledStep> labelled_steps(const Sequence& sequence, const Case& row) {
  std::vector<LabelledStep> steps;
  int first_k = 0;
  for (const Case& instruction : instructions_of(sequence, row)) {
    const Trace traced = trace(sequence, operands_of(instruction));
    for (std::size_t i = 0; i < traced.steps.size(); ++i) {
      const int index = static_cast<int>(i);
      LabelledStep step = Labeller(sequence, traced.steps[i], first_k, index).label();
      step.number = static_cast<int>(steps.size()) + 1;
      step.first_k = first_k + index * sequence.program().step.lanes();
      step.is_idle = nothing_happens(step);
      steps.push_back(std::move(step));
    }
    first_k += sequence.unit().instruction.shape.k;
  }
  return steps;
}

}  // namespace mmasc::compare
