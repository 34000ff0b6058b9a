// SPDX-License-Identifier: Apache-2.0
// Proofs of whole units: RTL against the model, and one unit against another.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/proof/stage_proof.h"
#include "mmasc/rtl/emit.h"

namespace mmasc::proof {

// An element of an operand of a step; of d: that of the step before, which is its c; of none:
// whether c is the instruction's own.
struct StepElement {
  std::string name;  // "a_0", "c", "d_of_the_step_before", "c_is_input"
  std::optional<Operand> operand;
  std::uint64_t bits = 0;
};
using StepElements = std::vector<StepElement>;

struct UnitProof {
  Outcome outcome = Outcome::open;
  bool is_whole = false;  // from the operands to d at once, or by its stages
  std::vector<Theorem> theorems;
  StepElements operands;  // where operands of a step were found that show what is not so
  // The operands are an instruction's elements, as it stores them, and may be those of a step of
  // it if d of the step before is any; else they are any that a step takes.
  bool are_elements = false;
  std::string differs_at;  // the first stage that hands on something else for them
  double seconds = 0;      // of which `preparing` were Yosys's
  double preparing = 0;
};

// The kind says which operands a step may take.
struct StepKind {
  bool is_only = false;  // c is the instruction's own always, as of one that takes one step
  // The operands are elements of this instruction, widened as it widens them, and c of a step that
  // is not the first is any d. Null: operands are any bits.
  const SequencePlan* of = nullptr;
  bool is_addition = false;  // it is the instruction's last, of a late C
};

// A refuted stage becomes open where one before it is open: nothing is known of what enters it.
// This is for refutations that no operands were found to bring about.
void open_behind_open(std::vector<Theorem>& theorems);

// Whether the RTL's stages compute what the plan's do. Where one does not, operands are sought that
// show it there: of the instruction that the kind names, of its first step if there are some, else
// any. Throws as rtl_logic() and never() do.
UnitProof prove_rtl(const Plan& plan, const Rtl& rtl, const ProofOptions& options = {},
                    StepKind kind = {});

// A model with what is proved of its stages, for comparisons with several others by one thread.
class ProvedModel {
 public:
  // The plan outlives it, and the kind's instruction, whose operands are all that it takes.
  ProvedModel(const Plan& plan, ProofOptions options, StepKind kind = {})
      : plan_(plan), options_(std::move(options)), kind_(kind) {}

  const Plan& plan() const { return plan_; }
  const ProofOptions& options() const { return options_; }
  // What holds of the fields that enter each stage is proved when it is first asked for. Throws as
  // never() does.
  const std::vector<Invariants>& entering() const;

 private:
  const Plan& plan_;
  const ProofOptions options_;
  const StepKind kind_;
  mutable std::optional<std::vector<Invariants>> entering_;
};

// Whether two units give the same d, and the same flags, for all operands of a step: between cuts
// at stages behind which they are the same, or whole. Operands show it where they do not. They are
// of that kind, which are some of those that the model takes. Throws InputError where the units'
// operands or results are not alike.
UnitProof prove_same(const ProvedModel& model, const Plan& other, StepKind kind = {});
UnitProof prove_same(const Plan& plan, const Plan& other, const ProofOptions& options = {},
                     StepKind kind = {});

}  // namespace mmasc::proof
