// SPDX-License-Identifier: Apache-2.0
// No vector meets a cover point that is said to be unreachable, on rows and on random units.
#include "coverage/contradictions.h"
#include "coverage/raised.h"
#include "random/small_unit.h"

namespace mmasc {
namespace {

TEST(Unreachable, IsNeverMetOnRows) {
  int unreachable = 0;
  for (std::size_t i = 0; i < catalog().units().size(); i += 227)
    unreachable += contradictions_tried(catalog().units()[i], 300, 30);
  EXPECT_GT(unreachable, 25);
}

// Raised by more than 13, c leaves nothing of itself.
TEST(Unreachable, IsNeverMetWhereExponentsAreRaised) {
  for (const int offset : {-30, -1, 1, 3, 13, 30})
    EXPECT_GT(contradictions_tried(with_c_raised_by(offset), 100, 30), 10) << offset;
}

TEST(Unreachable, IsNeverMetOnRandomUnits) {
  EXPECT_GT(contradictions_tried_on_random_units(0, 10), 125);
}

TEST(Unreachable, IsNeverMetOnSmallUnits) {
  int unreachable = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    if (const auto unit = small_unit(seed)) unreachable += contradictions_tried(*unit, 100, 4);
  EXPECT_GT(unreachable, 400);
}

}  // namespace
}  // namespace mmasc
