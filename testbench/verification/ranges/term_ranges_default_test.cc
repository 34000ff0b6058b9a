// SPDX-License-Identifier: Apache-2.0
// Every number inside lies within its range: on every row, and on random units.
#include <gtest/gtest.h>

#include "arith/random_sequences.h"
#include "mmasc/unit/catalog.h"
#include "random/small_unit.h"
#include "ranges/within_ranges.h"

namespace mmasc {
namespace {

TEST(TermRanges, HoldEveryNumberOfEveryRow) {
  for (const Unit& unit : catalog().units()) {
    EXPECT_GE(expect_drawn_within(unit, 4), 40);
    if (HasFailure()) return;
  }
}

TEST(TermRanges, HoldEveryNumberOfManyRandomUnits) {
  for_each_random_sequence(100, 600, [](const Sequence& sequence, auto) {
    if (!HasFailure()) expect_drawn_within(sequence.unit(), 3);
  });
}

TEST(TermRanges, HoldEveryNumberOfSmallUnits) {
  int units = 0;
  for (std::uint64_t seed = 0; seed < 600 && !HasFailure(); ++seed)
    if (const auto unit = small_unit(seed); unit && ++units) expect_drawn_within(*unit, 6);
  EXPECT_GT(units, 300);
}

}  // namespace
}  // namespace mmasc
