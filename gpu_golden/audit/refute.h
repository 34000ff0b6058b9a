// SPDX-License-Identifier: Apache-2.0
// Whether vectors tell a mutant from the unit they are of.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "audit/mutants.h"
#include "generate/generator.h"

namespace mmasc {

// A mutant that is refuted, or not yet.
struct Trial {
  Mutant mutant;
  std::optional<Case> witness;  // d is the unit's
  bool by_search = false;       // the witness was drawn, not given
  std::uint64_t mutant_d = 0;   // on the witness
};

// Only the mutants' numerics are evaluated, by the reference.
class Refuter {
 public:
  explicit Refuter(const Unit& unit, int reach = 1);

  // Cases of the unit with their d. Keeps the first that refutes each mutant.
  void take(std::span<const Case> cases, NanMatch nan);
  // Draws `count` vectors of every class and many that reveal a last bit, for the unit and for each
  // mutant that is left, but for those that an argument (as many as mutants, empty where there is
  // none) says cannot be told.
  void search(std::uint64_t seed, std::uint64_t count, std::span<const std::string> arguments);

  const std::vector<Trial>& trials() const { return trials_; }

 private:
  // Takes what it refutes out of `wanted`.
  void try_case(Case&& row, std::vector<std::size_t>& wanted);
  void draw_from(const Unit& unit, std::uint64_t seed, std::uint64_t count,
                 std::vector<std::size_t> wanted);

  Unit unit_;
  Sequence sequence_;
  std::vector<Trial> trials_;
  std::vector<std::unique_ptr<Sequence>> sequences_;  // of the mutants
};

}  // namespace mmasc
