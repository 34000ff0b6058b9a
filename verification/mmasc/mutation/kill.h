// SPDX-License-Identifier: Apache-2.0
// Whether vectors tell a mutant from the unit they are of.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mmasc/mutation/mutants.h"
#include "mmasc/stimulus/generator.h"

namespace mmasc {

// A mutant that was killed, or lives.
struct Verdict {
  Mutant mutant;
  std::optional<Case> killed_by;  // d is the unit's
  bool by_search = false;         // the vector was drawn, not given
  std::uint64_t mutant_d = 0;     // of that vector
};

// Mutants are evaluated by the reference, faulty adders by the specification.
class MutantKiller {
 public:
  explicit MutantKiller(const Unit& unit, int reach = 1);

  // Cases of the unit with their d. Keeps the first that kills each mutant. Throws InputError for a
  // case whose d the unit does not give: it would kill mutants that are right. `file` names the
  // cases' file in that.
  void take(std::span<const Case> cases, NanMatch nan, std::string_view file = "cases");
  // Aims up to `count` vectors at each cover point, then draws every class `count` times as many as
  // the table of classes says, for the unit and for each mutant that is left, but for those that an
  // argument (as many as mutants, empty where there is none) says cannot be told. Calls `tick` with
  // every vector; it may throw to end the search.
  void search(std::uint64_t seed, std::uint64_t count, std::span<const std::string> arguments,
              std::function<void()> tick = {});

  const std::vector<Verdict>& verdicts() const { return verdicts_; }

 private:
  void aim(std::uint64_t seed, std::uint64_t count, std::vector<std::size_t>& wanted);
  // Takes what it kills out of `wanted`.
  void try_case(Case&& row, std::vector<std::size_t>& wanted);
  void draw_from(const Unit& unit, std::uint64_t seed, std::uint64_t count,
                 std::vector<std::size_t> wanted);

  void check(const Case& row, NanMatch nan, std::string_view file);

  std::function<void()> tick_;
  Unit unit_;
  Sequence sequence_;
  std::vector<Verdict> verdicts_;
  std::vector<std::unique_ptr<MutantSequence>> mutants_;
};

}  // namespace mmasc
