// SPDX-License-Identifier: Apache-2.0
// The loop closed over the catalogue, over rows that differ from its own, and over random ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "identify/loop_closed.h"
#include "mmasc/identify/judge.h"
#include "mmasc/identify/moves.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

using testing::close_loop, testing::Loop;

struct Tally {
  int recovered = 0, undecided = 0, wrong = 0;
  std::size_t most_queries = 0;
  std::string text;

  void add(const Loop& loop, const std::string& name) {
    const bool is_told = loop.found.is_identified() && loop.found.is_decided();
    ++(loop.recovered() ? recovered : is_told ? wrong : undecided);
    most_queries = std::max(most_queries, loop.queries);
    if (!loop.recovered())
      text += fmt::format("{}: {} answers are not given, {}\n", name, loop.found.wrong.size(),
                          loop.contradiction);
  }
};

std::ostream& operator<<(std::ostream& out, const Tally& tally) {
  return out << tally.text << tally.recovered << " recovered, " << tally.undecided << " undecided, "
             << tally.wrong << " wrong, " << tally.most_queries << " queries at most\n";
}

TEST(Identify, GivesEveryDatapathOfTheCatalogueBack) {
  Tally tally;
  std::set<std::string> seen;
  for (const Unit& unit : catalog().units())
    if (seen.insert(unit.datapath.name).second) tally.add(close_loop(unit), unit.instruction.id);
  EXPECT_EQ(tally.recovered, static_cast<int>(seen.size())) << tally;
  EXPECT_LT(tally.most_queries, 5000U);
}

// A row of the catalogue with one to three fields changed to what is near.
Unit changed_unit(std::uint64_t seed) {
  const auto& units = catalog().units();
  Random random(seed);
  for (;;) {
    Unit unit = units[static_cast<std::size_t>(random.below(static_cast<int>(units.size())))];
    if (unit.products() > 32) continue;
    const int changes = random.between(1, 3);
    for (int i = 0; i < changes; ++i) {
      const auto moves = identify::moves_of(unit, identify::Reach::near, {});
      for (;;) {
        const auto move = static_cast<std::size_t>(random.below(static_cast<int>(moves.size())));
        const Unit other = moves[move].of(unit);
        if (!identify::sequence_of(other)) continue;
        unit = other;
        break;
      }
    }
    return unit;
  }
}

TEST(Identify, GivesRowsThatDifferFromTheCatalogueBack) {
  constexpr int kRows = 60;
  Tally tally;
  for (int seed = 0; seed < kRows; ++seed)
    tally.add(close_loop(changed_unit(static_cast<std::uint64_t>(seed))), std::to_string(seed));
  std::cout << tally;
  EXPECT_GE(tally.recovered, kRows * 95 / 100);
  EXPECT_EQ(tally.wrong, 0);
}

// Trees of up to three levels, cut at random: most are not found, and none is said to be another.
TEST(Identify, SaysOfRandomRowsWhetherTheyAreFound) {
  constexpr int kRows = 12;
  Tally tally;
  for (int seed = 0, rows = 0; rows < kRows; ++seed) {
    const Unit unit = random_unit(static_cast<std::uint64_t>(seed));
    if (unit.products() > 8) continue;
    ++rows;
    tally.add(close_loop(unit), std::to_string(seed));
  }
  std::cout << tally;
  EXPECT_EQ(tally.wrong, 0);
}

}  // namespace
}  // namespace mmasc
