// SPDX-License-Identifier: Apache-2.0
#include "audit_proofs.h"

#include "mmasc/unit/error.h"

#ifdef MMASC_HAS_RTL
#include <fmt/format.h>

#include "mmasc/proof/prove_instructions.h"
#include "mmasc/proof/solver.h"
#include "mmasc/symbolic/symbolic_stage.h"
#include "mmasc/verilated/content_hash.h"
#endif

namespace mmasc {

std::string name_of(ArgumentProof proof) {
  switch (proof) {
    case ArgumentProof::proved:
      return "proved";
    case ArgumentProof::refuted:
      return "REFUTED";
    case ArgumentProof::open:
      return "open";
    case ArgumentProof::not_asked:
      return "not asked";
    case ArgumentProof::not_drawn:
      break;
  }
  return "not drawn";
}

#ifdef MMASC_HAS_RTL
namespace {

// The text says what the stages of a plan compute: plans of the same text are the same.
std::string text_of(const Plan& plan) {
  std::string text;
  for (const SymbolicStage& stage : symbolic_stages(plan)) {
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

std::string hash_of(const Sequence& sequence) {
  ContentHash hash;
  hash.add(text_of(sequence.plan())).add(sequence.steps() == 1 ? "one step" : "");
  if (const Plan* const late_c = sequence.late_c_plan()) hash.add(text_of(*late_c));
  return hash.hex();
}

ArgumentProof told(const proof::InstructionProof& proof) {
  const auto is = [&](proof::Outcome outcome) {
    return proof.step.outcome == outcome || (proof.late_c && proof.late_c->outcome == outcome);
  };
  if (is(proof::Outcome::refuted)) return ArgumentProof::refuted;
  return is(proof::Outcome::open) ? ArgumentProof::open : ArgumentProof::proved;
}

}  // namespace

struct ArgumentProver::Known {
  proof::ProofOptions options;
  std::map<std::string, std::string> hashes;        // of units, by their ids
  std::map<std::string, ArgumentProof> of_mutants;  // by the two hashes
};

ArgumentProver::ArgumentProver(std::uint64_t seconds)
    : known_(std::make_unique<Known>(Known{{.limits = {.seconds = seconds}}, {}, {}})) {
  proof::check_solver();
}

ArgumentProof ArgumentProver::ask(const Unit& unit, const Mutant& mutant) {
  if (mutant.sum || mutant.lane || mutant.unseen_metadata != 0) return ArgumentProof::not_asked;
  const Sequence x(unit), y(mutant.unit);
  try {
    proof::check_alike(x, y);
  } catch (const InputError&) {
    return ArgumentProof::not_asked;
  }
  const auto [own, is_new] = known_->hashes.try_emplace(unit.instruction.id);
  if (is_new) own->second = hash_of(x);
  const std::string other = hash_of(y);
  if (own->second == other) return ArgumentProof::proved;
  const auto [place, is_first] =
      known_->of_mutants.try_emplace(own->second + other, ArgumentProof::open);
  if (is_first) place->second = told(prove_same(x, y, known_->options));
  return place->second;
}
#else
struct ArgumentProver::Known {};
ArgumentProver::ArgumentProver(std::uint64_t) {
  throw EnvironmentError("this mmasc was built without RTL; configure with MMASC_RTL=ON");
}
ArgumentProof ArgumentProver::ask(const Unit&, const Mutant&) { return ArgumentProof::not_asked; }
#endif

ArgumentProver::~ArgumentProver() = default;

}  // namespace mmasc
