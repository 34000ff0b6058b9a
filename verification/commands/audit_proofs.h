// SPDX-License-Identifier: Apache-2.0
// The arguments of an audit as theorems: that no operands tell a mutant from its unit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/mutation/mutants.h"

namespace mmasc {

// not_drawn: others of its kind were to be asked.
enum class ArgumentProof { proved, refuted, open, not_asked, not_drawn };
inline constexpr std::size_t kArgumentProofs = 5;

class ProofCount {
 public:
  void add(ArgumentProof proof) { ++count_[static_cast<std::size_t>(proof)]; }
  std::size_t operator[](ArgumentProof proof) const {
    return count_[static_cast<std::size_t>(proof)];
  }

 private:
  std::array<std::size_t, kArgumentProofs> count_{};
};

std::string name_of(ArgumentProof proof);

// An argument with what came of its proof.
struct AskedArgument {
  ArgumentProof proof = ArgumentProof::not_drawn;
  // By what prover was asked, and what: that the stages of two units, by their hash, give the same.
  std::string claim;
};

// DecidedClaims keeps what came of claims. Threads may share it.
class DecidedClaims {
 public:
  std::optional<ArgumentProof> find(const std::string& claim) const;
  void add(const std::string& claim, ArgumentProof proof);

 private:
  mutable std::mutex mutex_;
  std::map<std::string, ArgumentProof> known_;
};

struct Mutants {
  const Unit* unit = nullptr;
  std::vector<const Mutant*> mutants;  // of that unit
};

// False where the mutant is none of a step's datapath: an adder, a lane, metadata, or what stands
// around the steps.
bool can_be_proved(const Unit& unit, const Mutant& mutant);

// Proves the arguments of mutants that can be proved, units side by side on all cores, with CPU
// time for each call of the solver. Claims that are known, also from a mutant whose stages compute
// the same, are not asked again. `decided` has what came of each, by the place of its unit and by
// its own, and is not called twice at a time. Throws EnvironmentError where there is no solver, and
// as proofs do.
void prove_mutants(
    const std::vector<Mutants>& units, std::uint64_t seconds, DecidedClaims& known,
    const std::function<void(std::size_t unit, std::size_t mutant, AskedArgument)>& decided);
// Throws EnvironmentError where there is no solver.
void check_mutants_can_be_proved();

}  // namespace mmasc
