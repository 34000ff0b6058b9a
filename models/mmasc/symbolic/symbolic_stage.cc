// SPDX-License-Identifier: Apache-2.0
#include "mmasc/symbolic/symbolic_stage.h"

#include <utility>

#include "mmasc/arith/payload_fields.h"
#include "mmasc/arith/reference.h"
#include "mmasc/arith/steps.h"
#include "mmasc/symbolic/symbolic_numbers.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {
namespace {

using N = SymbolicNumbers;
using SymbolicResult = ResultOf<N::raw>;

template <class Payload>
std::vector<SymbolicField> fields_of(const Plan& plan, const StagePlan& stage,
                                     const Payload& payload) {
  std::vector<SymbolicField> fields;
  visit_fields<N>(plan, stage, payload, [&](const FieldName& name, int width, const auto& value) {
    fields.push_back({name, width, name.is_signed, value.node, {}});
  });
  return fields;
}

// A payload that leaves `stage`, of new inputs.
template <class Payload>
Payload inputs_of(const Plan& plan, const StagePlan& stage) {
  Payload payload;
  shape<N>(plan, stage, payload);
  visit_fields<N>(plan, stage, payload, [](const FieldName& name, int width, auto& value) {
    N::make_input(value, width, name.is_signed);
  });
  return payload;
}

struct Recorder {
  const Plan& plan;
  SymbolicStage& out;

  StepOperands<N> operands() const {
    const MultiplierPlan& m = plan.multiplier;
    StepOperands<N> in;
    const auto take = [&](Operand operand, const std::string& name, int bits) {
      N::raw element;
      N::make_input(element, bits, false);
      out.in.push_back({name, bits, false, element.node, operand});
      if (operand == Operand::c)
        in.c() = element;
      else
        in.push_back(operand, element);
    };
    const auto take_all = [&](Operand operand, int count, int bits) {
      for (int i = 0; i < count; ++i)
        take(operand, std::string(row_of(operand).name) + "_" + std::to_string(i), bits);
    };
    take_all(Operand::a, m.lanes, m.a.storage_bits());
    take_all(Operand::b, m.b_elements(), m.b.storage_bits());
    take(Operand::c, "c", m.c.storage_bits());
    for (const ScalePlan& scale : m.scales)
      take_all(scale.operand, m.lanes / scale.lanes, scale.format.storage_bits());
    take_all(Operand::metadata, m.metadata_elements(), m.metadata.storage_bits());
    for (int i = 0; i < plan.random_bits.size(); ++i)
      take(Operand::random, "random_" + std::to_string(i), plan.random_bits[i]);
    N::make_input(in.c_is_input, 1, false);
    out.in.push_back({"c_is_input", 1, false, in.c_is_input.node, {}});
    return in;
  }

  template <class Payload>
  Payload payload_after(const StagePlan& stage) const {
    Payload payload = inputs_of<Payload>(plan, stage);
    out.in = fields_of(plan, stage, payload);
    return payload;
  }

  template <class Payload>
  void leave(const StagePlan& stage, const Payload& payload) const {
    out.out = fields_of(plan, stage, payload);
  }

  // The stage behind `before`.
  void record(const StagePlan& stage, const StagePlan* before) const {
    using enum StageKind;
    switch (stage.kind) {
      case multiplier:
        return leave(stage, multiply<N>(plan, operands()));
      case aligner:
        return leave(stage,
                     align<N>(plan, plan.levels[stage.level], payload_after<Terms<N>>(*before)));
      case adder_tree: {
        const auto in = payload_after<Addends<N>>(*before);
        const LevelPlan& level = plan.levels[stage.level];
        if (stage.last_tree_level) return leave(stage, add<N>(plan, level, stage.tree_level, in));
        return leave(stage, add_level<N>(plan, level, stage.tree_level, in));
      }
      case normalizer: {
        const auto in = payload_after<Terms<N>>(*before);
        if (stage.last) return leave(stage, normalize_result<N>(plan, in));
        if (stage.level < 0) return leave(stage, normalize_products<N>(plan, in));
        return leave(stage, normalize_sums<N>(plan, plan.levels[stage.level], in));
      }
    }
  }
};

}  // namespace

std::vector<SymbolicStage> symbolic_stages(const Plan& plan) {
  std::vector<SymbolicStage> stages;
  const StagePlan* before = nullptr;
  for (const StagePlan& stage : plan.stages) {
    SymbolicStage& recorded = stages.emplace_back();
    recorded.name = stage_name(stage);
    const Recording recording(recorded.graph);
    Recorder{plan, recorded}.record(stage, before);
    before = &stage;
  }
  return stages;
}

SymbolicStage symbolic_step(const Plan& plan) {
  SymbolicStage step;
  step.name = "step";
  const Recording recording(step.graph);
  const Recorder recorder{plan, step};
  recorder.leave(plan.stages[plan.stages.size() - 1], evaluate<N>(plan, recorder.operands()));
  return step;
}

SymbolicStage symbolic_steps(const SequencePlan& program, const OperandLayout& layout, int end) {
  SymbolicStage steps;
  steps.name = "steps";
  const Recording recording(steps.graph);
  struct In : PerInput<std::vector<N::raw>> {
    N::raw c() const { return (*this)[Operand::c].front(); }
  } in;
  for (const OperandRow& row : kInputs) {
    const OperandElements elements = layout[row.operand];
    for (int i = 0; i < elements.count; ++i) {
      const int bits = elements.bits_of(i);
      N::raw& element = in[row.operand].emplace_back();
      N::make_input(element, bits, false);
      steps.in.push_back({std::string(row.name) + "_" + std::to_string(i), bits, false,
                          element.node, row.operand});
    }
  }
  const N::raw d = evaluate_steps<N>(program, end, in);
  steps.out.push_back({"d", program.plan_of(end - 1).d.storage_bits(), false, d.node, {}});
  return steps;
}

SymbolicStage symbolic_widening(const Widening& widening) {
  SymbolicStage element;
  element.name = "widening";
  const Recording recording(element.graph);
  N::raw stored;
  N::make_input(stored, widening.from.storage_bits(), false);
  element.in.push_back({"stored", widening.from.storage_bits(), false, stored.node, {}});
  const N::raw taken = widen<N>(widening, stored);
  element.out.push_back({"taken", widening.to.storage_bits(), false, taken.node, {}});
  return element;
}

}  // namespace mmasc
