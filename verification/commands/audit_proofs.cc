// SPDX-License-Identifier: Apache-2.0
#include "audit_proofs.h"

#include "mmasc/unit/error.h"

#ifdef MMASC_HAS_RTL
#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "mmasc/cost/side_by_side.h"
#include "mmasc/proof/prove_instructions.h"
#include "mmasc/proof/solver.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/stop_event.h"
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

std::optional<ArgumentProof> DecidedClaims::find(const std::string& claim) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(claim);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void DecidedClaims::add(const std::string& claim, ArgumentProof proof) {
  const std::lock_guard lock(mutex_);
  known_.emplace(claim, proof);
}

#ifdef MMASC_HAS_RTL
namespace {

ArgumentProof told(const proof::InstructionProof& proof) {
  const auto is = [&](proof::Outcome outcome) {
    return proof.step.outcome == outcome || (proof.late_c && proof.late_c->outcome == outcome);
  };
  if (is(proof::Outcome::refuted)) return ArgumentProof::refuted;
  return is(proof::Outcome::open) ? ArgumentProof::open : ArgumentProof::proved;
}

void prove_one_by_one(const Mutants& of, const proof::ProofOptions& options, DecidedClaims& known,
                      const std::function<void(std::size_t, AskedArgument)>& decided) {
  const Sequence sequence(*of.unit);
  const std::string own = proof::hash_of(sequence);
  const proof::ProvedInstruction instruction(sequence, options);
  for (std::size_t i = 0; i < of.mutants.size(); ++i) {
    const Sequence other(of.mutants[i]->unit);
    const std::string hash = proof::hash_of(other);
    std::string claim =
        fmt::format("{}-{}", proof::kProver, ContentHash().add(own).add(hash).hex());
    std::optional<ArgumentProof> proof = known.find(claim);
    if (own == hash) proof = ArgumentProof::proved;
    if (!proof) {
      proof = told(instruction.prove_same_as(other));
      known.add(claim, *proof);
    }
    decided(i, {*proof, std::move(claim)});
  }
}

}  // namespace

bool can_be_proved(const Unit& unit, const Mutant& mutant) {
  if (mutant.sum || mutant.lane || mutant.unseen_metadata != 0) return false;
  try {
    proof::check_alike(Sequence(unit), Sequence(mutant.unit));
  } catch (const InputError&) {
    return false;
  }
  return true;
}

void check_mutants_can_be_proved() { proof::check_solver(); }

void prove_mutants(const std::vector<Mutants>& units, std::uint64_t seconds, DecidedClaims& known,
                   const std::function<void(std::size_t, std::size_t, AskedArgument)>& decided) {
  StopEvent stop;
  const proof::ProofOptions options{.limits = {.seconds = seconds, .stop = stop.descriptor()}};
  std::mutex mutex;
  const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  side_by_side(units.size(), threads, stop, [&](std::size_t unit) {
    prove_one_by_one(units[unit], options, known, [&](std::size_t i, AskedArgument asked) {
      const std::lock_guard lock(mutex);
      decided(unit, i, std::move(asked));
    });
  });
}
#else
namespace {

[[noreturn]] void refuse() {
  throw EnvironmentError("this mmasc was built without RTL; configure with MMASC_RTL=ON");
}

}  // namespace

bool can_be_proved(const Unit&, const Mutant&) { return false; }
void check_mutants_can_be_proved() { refuse(); }
void prove_mutants(const std::vector<Mutants>&, std::uint64_t, DecidedClaims&,
                   const std::function<void(std::size_t, std::size_t, AskedArgument)>&) {
  refuse();
}
#endif

}  // namespace mmasc
