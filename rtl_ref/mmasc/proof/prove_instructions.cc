// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/prove_instructions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/symbolic/symbolic_stage.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/verilated/content_hash.h"

namespace mmasc::proof {
namespace {

bool are_same(const Format* x, const Format* y) {
  return x == nullptr || y == nullptr ? x == y : *x == *y;
}

// The text says what stages compute: those of the same text are the same.
std::string text_of(const std::vector<SymbolicStage>& stages) {
  std::string text;
  for (const SymbolicStage& stage : stages) {
    text += stage.name + "\n";
    for (const auto* const fields : {&stage.in, &stage.out})
      for (const SymbolicField& field : *fields)
        text += fmt::format("{} {} {} {}\n", field.name, field.width, field.is_signed, field.node);
    for (const WordGraph::Node& node : stage.graph.nodes())
      text += fmt::format("{} {} {} {} {} {}\n", static_cast<int>(node.operation), node.width,
                          node.parameter, node.operand[0], node.operand[1], node.operand[2]);
  }
  return text;
}

// What is refuted for any d of the step before may be so for none that operands give.
void decide_by_operands(const Sequence& x, const Sequence& y, const ProofOptions& options,
                        InstructionProof& proof) {
  std::vector<UnitProof*> parts{&proof.step};
  if (proof.late_c) parts.push_back(&*proof.late_c);
  const auto is_refuted = [](const UnitProof* part) { return part->outcome == Outcome::refuted; };
  if (std::ranges::none_of(parts, is_refuted)) return;
  if (x.steps() + x.program().additions() == 1) {
    proof.example = example_with(x, proof.step.operands, false, options);
    return;
  }
  Difference found = find_difference(x, y, options);
  for (UnitProof* const part : parts) {
    if (!is_refuted(part) && found.outcome != Outcome::proved) continue;
    part->outcome = found.outcome == Outcome::proved ? Outcome::proved : Outcome::open;
    part->is_whole = found.outcome == Outcome::proved;
    if (!part->is_whole) continue;
    part->theorems.clear();
    part->operands.clear();
  }
  if (found.outcome != Outcome::refuted) return;
  UnitProof& shown = *parts[found.example.step < x.steps() ? 0 : 1];
  shown.outcome = Outcome::refuted;
  shown.operands.clear();
  proof.example = std::move(found.example);
}

}  // namespace

std::string hash_of(const Sequence& sequence) {
  const SequencePlan& program = sequence.program();
  ContentHash hash;
  hash.add(text_of(symbolic_stages(sequence.plan()))).add(sequence.steps() == 1 ? "one step" : "");
  for (const auto* const widening : {&program.a, &program.b, &program.c, &program.chained})
    hash.add(*widening ? text_of({symbolic_widening(**widening)}) : "not widened");
  if (const Plan* const late_c = sequence.late_c_plan())
    hash.add(text_of(symbolic_stages(*late_c))).add(std::to_string(program.one));
  return hash.hex();
}

void check_alike(const Sequence& x, const Sequence& y) {
  const Instruction &a = x.unit().instruction, &b = y.unit().instruction;
  for (const Operand operand : {Operand::a, Operand::b, Operand::c, Operand::d})
    if (!are_same(layout_of(x.unit())[operand].format, layout_of(y.unit())[operand].format))
      throw InputError(fmt::format("{} is of other formats in the two units; give two of the same",
                                   row_of(operand).name));
  if (!are_same(a.widen, b.widen) || !are_same(a.widen_c, b.widen_c))
    throw InputError("the units widen their operands otherwise; give two that do it alike");
  if (x.steps() != y.steps() || x.program().order != y.program().order ||
      (x.late_c_plan() == nullptr) != (y.late_c_plan() == nullptr))
    throw InputError(
        "the units take other steps, or in another order; give two that take the same");
}

ProvedInstruction::ProvedInstruction(Sequence sequence, const ProofOptions& options)
    : sequence_(std::move(sequence)), step_(sequence_.plan(), options, step()) {
  if (const Plan* const late_c = sequence_.late_c_plan())
    late_c_.emplace(*late_c, options, addition());
}

StepKind ProvedInstruction::step() const {
  return {.is_only = sequence_.steps() == 1, .of = &sequence_.program()};
}

StepKind ProvedInstruction::addition() const {
  return {.is_only = true, .of = &sequence_.program(), .is_addition = true};
}

InstructionProof ProvedInstruction::prove_same_as(const Sequence& other) const {
  check_alike(sequence_, other);
  InstructionProof proof{prove_same(step_, other.plan(), step()), {}, {}};
  if (late_c_) proof.late_c = prove_same(*late_c_, *other.late_c_plan(), addition());
  decide_by_operands(sequence_, other, step_.options(), proof);
  return proof;
}

}  // namespace mmasc::proof
