// SPDX-License-Identifier: Apache-2.0
// An instruction's steps as graphs of words, recorded once: whole steps, and stage behind stage.
// Their values are evaluated on checked integers, so that each must fit its node's width too.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "arith/checked_numbers.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc {

inline std::vector<std::uint64_t> graph_inputs(const Operands& in) {
  std::vector<std::uint64_t> values;
  for (const OperandRow& input : kInputs)
    values.insert(values.end(), in[input.operand].begin(), in[input.operand].end());
  values.push_back(in.c_is_input ? 1 : 0);
  return values;
}

template <NumberSystem N>
std::vector<typename N::word> graph_words(const SymbolicStage& stage,
                                          const std::vector<std::uint64_t>& raw) {
  EXPECT_EQ(raw.size(), stage.in.size());
  std::vector<typename N::word> words;
  for (std::size_t i = 0; i < raw.size(); ++i)
    words.push_back(N::from_raw(raw[i], stage.in[i].width));
  return words;
}

class RecordedPlan {
 public:
  explicit RecordedPlan(const Plan& plan)
      : plan_(plan), step_(symbolic_step(plan)), stages_(symbolic_stages(plan)) {}

  const SymbolicStage& step() const { return step_; }

  Result evaluate(const Operands& in) const {
    return with_checked_numbers(plan_, [&]<class Checked>(Checked) {
      const auto words = graph_words<Checked>(step_, graph_inputs(in));
      const Result whole = result<Checked>(step_, mmasc::evaluate<Checked>(step_.graph, words));
      EXPECT_EQ(by_stages<Checked>(in), whole);
      return whole;
    });
  }

 private:
  template <NumberSystem N>
  static Result result(const SymbolicStage& stage, const std::vector<typename N::word>& values) {
    Result made;
    for (const SymbolicField& field : stage.out)
      (field.name == "flags" ? made.flags : made.d) =
          N::to_raw(values[static_cast<std::size_t>(field.node)]);
    return made;
  }

  // What leaves a stage is what enters the next, by the fields' names.
  template <NumberSystem N>
  Result by_stages(const Operands& in) const {
    auto entering = graph_words<N>(stages_.front(), graph_inputs(in));
    for (const SymbolicStage& stage : stages_) {
      const auto values = mmasc::evaluate<N>(stage.graph, entering);
      if (&stage == &stages_.back()) return result<N>(stage, values);
      entering.clear();
      for (const SymbolicField& field : stage.out)
        entering.push_back(values[static_cast<std::size_t>(field.node)]);
    }
    return {};
  }

  const Plan& plan_;
  const SymbolicStage step_;
  const std::vector<SymbolicStage> stages_;
};

class Recorded {
 public:
  // Others take long.
  static bool takes(const Sequence& sequence) {
    return sequence.plan().lanes() <= 16 && sequence.program().word_bits() <= 630;
  }

  explicit Recorded(const Sequence& sequence) : sequence_(sequence), step_(sequence.plan()) {
    if (sequence.late_c_plan() != nullptr) late_c_.emplace(*sequence.late_c_plan());
  }

  const SymbolicStage& step() const { return step_.step(); }

  Result evaluate(const DotOperands& x) const {
    Result result;
    for (int step = 0; step < sequence_.steps(); ++step)
      result = step_.evaluate(sequence_.step(step, x, result.d));
    return late_c_ ? late_c_->evaluate(sequence_.late_c(x, result.d)) : result;
  }

 private:
  const Sequence& sequence_;
  const RecordedPlan step_;
  std::optional<RecordedPlan> late_c_;
};

}  // namespace mmasc
