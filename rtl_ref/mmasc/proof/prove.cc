// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/prove.h"

#include <algorithm>
#include <chrono>

#include "mmasc/proof/between_cuts.h"
#include "mmasc/proof/operand_bounds.h"
#include "mmasc/proof/rtl_logic.h"
#include "mmasc/proof/rtl_text.h"
#include "mmasc/proof/step_inputs.h"
#include "mmasc/unit/error.h"

namespace mmasc::proof {
namespace {

class Watch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// A refuted stage is reason enough; else an open one.
Outcome outcome_of(const std::vector<Theorem>& theorems) {
  Outcome outcome = Outcome::proved;
  for (const Theorem& theorem : theorems) {
    if (theorem.outcome == Outcome::refuted) return Outcome::refuted;
    if (theorem.outcome == Outcome::open) outcome = Outcome::open;
  }
  return outcome;
}

// Both from the same operands on.
struct Both {
  AndGraph gates;
  std::vector<SymbolicStage> stages;
  StepInputs in;
  std::vector<Payload> model;

  Both(const Plan& plan, const StepKind& kind)
      : stages(symbolic_stages(plan)),
        in(step_inputs(gates, stages.front(), kind)),
        model(model_payloads(gates, stages, in.operands)) {}

  Literal differs_in(const Payload& x, const Payload& y) {
    Literal any = kFalse;
    for (std::size_t f = 0; f < x.size(); ++f) any = gates.either(any, differs(gates, x[f], y[f]));
    return any;
  }
};

// Operands for which the first refuted stage hands on something else.
bool find_operands(const Plan& plan, const Rtl& rtl, const AigerFile& logic,
                   const ProofOptions& options, const StepKind& kind, UnitProof& proof) {
  const auto refuted = std::ranges::find(proof.theorems, Outcome::refuted, &Theorem::outcome);
  Both both(plan, kind);
  const auto stage = std::ranges::find(both.stages, refuted->stage, &SymbolicStage::name);
  if (stage == both.stages.end()) return false;  // a wire
  const auto at = static_cast<std::size_t>(stage - both.stages.begin());
  const RtlPayloads other = rtl_payloads(both.gates, both.stages, rtl, logic, both.in.operands);
  const Literal wrong = refuted->claim == kLeadingZeros
                            ? mislead(both.gates, other.leading_zeros[at], other.fields[at])
                            : both.differs_in(both.model[at], other.fields[at]);
  const Answer answer = never(both.gates, both.in.inputs, wrong, options.limits, *options.proved);
  if (answer.outcome != Outcome::refuted) return false;
  proof.operands = elements_of(both.in, answer.example);
  proof.are_elements = kind.of != nullptr;
  proof.differs_at = refuted->stage;
  return true;
}

// The kinds of operands that tell most, the best first.
std::vector<StepKind> kinds_to_ask(const StepKind& kind) {
  std::vector<StepKind> kinds;
  if (kind.of != nullptr && !kind.is_only) kinds.push_back({.is_only = true, .of = kind.of});
  if (kind.of != nullptr) kinds.push_back(kind);
  kinds.push_back({.is_only = kind.is_only});
  return kinds;
}

}  // namespace

void open_behind_open(std::vector<Theorem>& theorems) {
  const auto first = std::ranges::find(theorems, Outcome::open, &Theorem::outcome);
  for (auto theorem = first; theorem != theorems.end(); ++theorem) {
    if (theorem->outcome != Outcome::refuted || theorem->stage == first->stage) continue;
    theorem->outcome = Outcome::open;
    theorem->example.reset();
  }
}

UnitProof prove_rtl(const Plan& plan, const Rtl& rtl, const ProofOptions& options, StepKind kind) {
  const Watch watch;
  UnitProof proof;
  check_text(rtl);
  const AigerFile logic = rtl_logic(rtl, options.limits.stop);
  proof.preparing = watch.seconds();
  UnitLogic unit(plan, rtl, logic);
  proof.theorems = prove_stages(plan, unit, options);
  const std::string others = file_of_other_registers(rtl, emit_rtl(plan, rtl.top));
  if (!others.empty())
    proof.theorems.push_back({"unit", "registers", Outcome::open, others, {}, 0});
  proof.outcome = outcome_of(proof.theorems);
  if (proof.outcome == Outcome::refuted)
    for (const StepKind& each : kinds_to_ask(kind))
      if (find_operands(plan, rtl, logic, options, each, proof)) break;
  if (proof.operands.empty()) {
    open_behind_open(proof.theorems);
    proof.outcome = outcome_of(proof.theorems);
  }
  proof.seconds = watch.seconds();
  return proof;
}

const std::vector<Invariants>& ProvedModel::entering() const {
  if (entering_) return *entering_;
  entering_ = prove_invariants(plan_, options_);
  if (kind_.of != nullptr && entering_->size() > 1) {
    Invariants& terms = (*entering_)[1];
    terms.unless = bounds_of_operands(symbolic_stages(plan_).front(), kind_, terms, options_);
  }
  return *entering_;
}

UnitProof prove_same(const ProvedModel& model, const Plan& other, StepKind kind) {
  const Watch watch;
  const Plan& plan = model.plan();
  const ProofOptions& options = model.options();
  const std::vector<SymbolicStage> stages = symbolic_stages(plan), others = symbolic_stages(other);
  if (!have_same(stages.front().in, others.front().in))
    throw InputError("the units take other operands; give two that take the same");
  if (!have_same(stages.back().out, others.back().out))
    throw InputError("the units give other results; give two that give the same");
  UnitProof proof;
  CutProof cut = same_between_cuts(model, other, kind);
  Answer& answer = cut.answer;
  proof.theorems = std::move(cut.theorems);
  if (answer.outcome == Outcome::refuted) {
    Both both(plan, kind);
    if (cut.is_cut) {  // by what operands may not bring about
      const Payload d = model_payloads(both.gates, others, both.in.operands).back();
      answer = never(both.gates, both.in.inputs, both.differs_in(both.model.back(), d),
                     options.limits, *options.proved);
    }
    proof.is_whole = answer.outcome != Outcome::open;
    if (proof.is_whole) proof.theorems.clear();
    for (Theorem& theorem : proof.theorems)
      if (theorem.outcome == Outcome::refuted) theorem.outcome = Outcome::open;
    if (answer.outcome == Outcome::refuted) {
      proof.operands = elements_of(both.in, answer.example);
      proof.are_elements = kind.of != nullptr;
    }
  }
  proof.outcome = answer.outcome;
  proof.seconds = watch.seconds();
  return proof;
}

UnitProof prove_same(const Plan& plan, const Plan& other, const ProofOptions& options,
                     StepKind kind) {
  return prove_same(ProvedModel(plan, options, kind), other, kind);
}

}  // namespace mmasc::proof
