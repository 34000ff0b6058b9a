// SPDX-License-Identifier: Apache-2.0
// The arguments of an audit as theorems: that no operands tell a mutant from its unit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

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

// Mutants whose stages compute the same as those of one that was asked are not asked again.
class ArgumentProver {
 public:
  // CPU time for each call of the solver. Throws EnvironmentError where that is not there.
  explicit ArgumentProver(std::uint64_t seconds);
  ~ArgumentProver();

  // Not asked where the mutant is none of a step's datapath: an adder, a lane, metadata, or what
  // stands around the steps. Throws as proofs do.
  ArgumentProof ask(const Unit& unit, const Mutant& mutant);

 private:
  struct Known;
  std::unique_ptr<Known> known_;
};

}  // namespace mmasc
