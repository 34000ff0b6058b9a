// SPDX-License-Identifier: Apache-2.0
// Proofs of instructions: of their steps, and of the additions of c that come last.
#pragma once

#include <optional>
#include <string>

#include "mmasc/arith/sequence.h"
#include "mmasc/proof/prove.h"
#include "mmasc/proof/whole_instruction.h"

namespace mmasc::proof {

struct InstructionProof {
  UnitProof step;
  std::optional<UnitProof> late_c;
  std::optional<InstructionExample> example;  // for which d, or flags, of the whole differ
};

// The hash is of all that a proof depends on: the stages of a step, the operands that an
// instruction makes of its elements, and what follows the steps. What is proved of one holds of the
// same.
std::string hash_of(const Sequence& sequence);

// The prover's number. A mend of what it takes for granted gives it another: what it proved before
// is then asked again.
inline constexpr int kProver = 2;

// Throws InputError where all around their steps is not alike: formats, widening, steps, order.
void check_alike(const Sequence& x, const Sequence& y);

// An instruction with what is proved of its stages, for comparisons with several others.
class ProvedInstruction {
 public:
  explicit ProvedInstruction(Sequence sequence, const ProofOptions& options = {});
  ProvedInstruction(const ProvedInstruction&) = delete;
  ProvedInstruction& operator=(const ProvedInstruction&) = delete;

  // Whether the other instruction gives the same d, and the same flags, for all operands, by
  // prove_same(). What refutes a step for some d of the step before is refuted only with operands
  // of the whole instruction, and open without. Throws as check_alike() does.
  InstructionProof prove_same_as(const Sequence& other) const;

 private:
  StepKind step() const;
  StepKind addition() const;

  const Sequence sequence_;
  const ProvedModel step_;
  std::optional<ProvedModel> late_c_;
};

}  // namespace mmasc::proof
