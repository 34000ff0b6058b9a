// SPDX-License-Identifier: Apache-2.0
// Every number inside lies within its range: on the random units after those of the default tests.
#include <gtest/gtest.h>

#include "arith/random_sequences.h"
#include "random/small_unit.h"
#include "ranges/within_ranges.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kFirst = 1'500, kUnits = 8'500;  // the default tests have those before

TEST(FurtherTermRanges, HoldEveryNumberOfRandomUnits) {
  for_each_random_sequence(kFirst, kUnits, [](const Sequence& sequence, auto) {
    if (!HasFailure()) expect_drawn_within(sequence.unit(), 3);
  });
}

TEST(FurtherTermRanges, HoldEveryNumberOfSmallUnits) {
  int units = 0;
  for (std::uint64_t seed = kFirst; seed < kFirst + kUnits && !HasFailure(); ++seed)
    if (const auto unit = small_unit(seed); unit && ++units) expect_drawn_within(*unit, 6);
  EXPECT_GT(units, 4000);
}

}  // namespace
}  // namespace mmasc
