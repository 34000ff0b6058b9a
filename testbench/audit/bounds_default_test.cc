// SPDX-License-Identifier: Apache-2.0
// Every number inside lies within its bounds: on every row, and on random units.
#include <gtest/gtest.h>

#include "arith/random_sequences.h"
#include "audit/within_bounds.h"
#include "spec/catalog.h"

namespace mmasc {
namespace {

TEST(Bounds, HoldEveryNumberOfEveryRow) {
  for (const Unit& unit : catalog().units()) {
    EXPECT_GE(expect_drawn_within(unit, 4), 80);
    if (HasFailure()) return;
  }
}

TEST(Bounds, HoldEveryNumberOfManyRandomUnits) {
  for_each_random_sequence(100, 4000, [](const Sequence& sequence, auto) {
    if (!HasFailure()) expect_drawn_within(sequence.unit(), 3);
  });
}

}  // namespace
}  // namespace mmasc
