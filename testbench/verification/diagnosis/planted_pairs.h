// SPDX-License-Identifier: Apache-2.0
// Outputs of units with two wrong fields, and what the ranking says of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/diagnosis/ranking.h"
#include "mmasc/mutation/explain.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/case_operands.h"
#include "stimulus/drawn_cases.h"

namespace mmasc::diagnosis {

// Vectors of every class with the d of a function of their operands.
template <class F>
VectorFile outputs_of(const Unit& unit, std::uint64_t seed, F&& d_of) {
  VectorFile file;
  file.layout = layout_of(unit);
  file.cases = drawn_cases(unit, 24, seed);
  for (Case& row : file.cases) row.d() = d_of(row);
  return file;
}

struct PlantedPair {
  Unit unit;
  std::vector<std::string> changes;  // as explanations have them
  VectorFile outputs;
};

// Two changes of fields by one, which outputs show, and neither of which explains them alone;
// nullopt where the seed draws none.
inline std::optional<PlantedPair> planted_pair(std::uint64_t seed) {
  Random random(seed);
  const auto& units = catalog().units();
  PlantedPair pair{
      units[static_cast<std::size_t>(random.below(static_cast<int>(units.size())))], {}, {}};
  if (pair.unit.d().is_integer() || pair.unit.instruction.sparsity) return std::nullopt;
  const auto draw = [&](const Unit& unit, std::string_view other) -> std::optional<Mutant> {
    std::vector<Mutant> all = mutants_of(unit, 1);
    std::erase_if(all, [&](const Mutant& one) {
      return one.sum || one.lane || one.unseen_metadata != 0 || one.field == other;
    });
    if (all.empty()) return std::nullopt;
    return all[static_cast<std::size_t>(random.below(static_cast<int>(all.size())))];
  };
  const auto first = draw(pair.unit, "");
  if (!first) return std::nullopt;
  const auto second = draw(first->unit, first->field);
  if (!second) return std::nullopt;
  pair.changes = {first->text(), second->text()};
  std::ranges::sort(pair.changes);
  const Sequence theirs(second->unit), ours(pair.unit), by_first(first->unit);
  pair.outputs = outputs_of(pair.unit, seed,
                            [&](const Case& row) { return evaluate(theirs, operands_of(row)); });
  if (differences_of(ours, pair.outputs).wrong.empty() ||
      !explanations(pair.unit, pair.outputs, 1).empty())
    return std::nullopt;
  return pair;
}

struct PairCount {
  int pairs = 0, first = 0, among = 0;  // the planted one, or one that explains all
};

inline PairCount rank_planted_pairs(int wanted) {
  PairCount count;
  for (std::uint64_t seed = 0; count.pairs < wanted; ++seed) {
    const auto pair = planted_pair(seed);
    if (!pair) continue;
    ++count.pairs;
    const Differences differences = differences_of(Sequence(pair->unit), pair->outputs);
    const Ranking ranking = ranked(pair->unit, pair->outputs, differences, 1);
    const bool is_first = ranking.explains_all();
    count.first += is_first;
    count.among += std::ranges::any_of(
        ranking.best, [&](const Explanation& one) { return one.changes == pair->changes; });
    if (!is_first)
      std::printf("seed %d: %s; %s; %s\n", static_cast<int>(seed),
                  pair->unit.instruction.id.c_str(), pair->changes[0].c_str(),
                  pair->changes[1].c_str());
  }
  return count;
}

}  // namespace mmasc::diagnosis
