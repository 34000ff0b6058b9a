// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "identify/loop_closed.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/identify/judge.h"
#include "mmasc/identify/moves.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

// A catalogue row with some fields changed to what is near.
Unit changed_unit(std::uint64_t seed) {
  const auto& units = catalog().units();
  Random random(seed);
  for (;;) {
    Unit unit = units[static_cast<std::size_t>(random.below(static_cast<int>(units.size())))];
    if (unit.products() > 32) continue;
    const int changes = random.between(1, 3);
    for (int i = 0; i < changes; ++i) {
      const auto moves = identify::moves_of(unit, identify::Reach::near, {});
      for (int turn = 0; turn < 100; ++turn) {
        const Unit other =
            moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))].of(unit);
        if (!identify::sequence_of(other)) continue;
        if (getenv("DBG")) std::cout << to_toml(other);
        unit = other;
        break;
      }
    }
    return unit;
  }
}

struct Tally {
  int recovered = 0, undecided = 0, wrong = 0;
  std::string text;
  void add(const testing::Loop& loop, const std::string& name) {
    const bool identified = loop.found.is_identified() && loop.found.is_decided();
    ++(loop.recovered() ? recovered : identified ? wrong : undecided);
    if (!loop.recovered() && getenv("DBG")) text += to_toml(loop.found.unit);
    if (!loop.recovered())
      text += name + ": " + std::to_string(loop.found.wrong.size()) + " wrong " +
              loop.contradiction + "\n";
  }
};

int count() {
  const char* given = getenv("MMASC_ROWS");
  return given ? atoi(given) : 100;
}

TEST(Identify, RowsThatDifferFromTheCatalogues) {
  Tally tally;
  const char* from = getenv("MMASC_FROM");
  for (int seed = from ? atoi(from) : 0; seed < count(); ++seed)
    tally.add(testing::close_loop(changed_unit(static_cast<std::uint64_t>(seed))),
              std::to_string(seed));
  std::cout << tally.text << tally.recovered << " " << tally.undecided << " " << tally.wrong
            << "\n";
}

TEST(Identify, RandomRows) {
  Tally tally;
  for (int seed = 0; seed < count(); ++seed) {
    const Unit unit = random_unit(static_cast<std::uint64_t>(seed));
    if (unit.products() > 16) continue;
    tally.add(testing::close_loop(unit), std::to_string(seed));
    std::cout << seed << ": " << tally.recovered << " " << tally.undecided << " " << tally.wrong
              << std::endl;
  }
  std::cout << tally.text;
}

}  // namespace
}  // namespace mmasc
