// SPDX-License-Identifier: Apache-2.0
// No vector meets a cover point that is said to be unreachable, on rows and on random units.
#include "arith/random_sequences.h"
#include "coverage/contradictions.h"
#include "mmasc/unit/catalog.h"
#include "random/small_unit.h"

namespace mmasc {
namespace {

TEST(Unreachable, IsNeverMetOnRows) {
  int unreachable = 0;
  for (std::size_t i = 0; i < catalog().units().size(); i += 19)
    unreachable += contradictions_tried(catalog().units()[i], 300, 30);
  EXPECT_GT(unreachable, 300);
}

class UnreachableOnRandomUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(UnreachableOnRandomUnits, IsNeverMet) {
  constexpr std::uint64_t kUnits = 40;
  int unreachable = 0;
  for_each_random_sequence(GetParam() * kUnits, kUnits, [&](const Sequence& sequence, auto) {
    unreachable += contradictions_tried(sequence.unit(), 10, 3);
  });
  EXPECT_GT(unreachable, 500);
}

INSTANTIATE_TEST_SUITE_P(Seeds, UnreachableOnRandomUnits, ::testing::Range<std::uint64_t>(0, 4));

TEST(Unreachable, IsNeverMetOnSmallUnits) {
  int unreachable = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    if (const auto unit = small_unit(seed)) unreachable += contradictions_tried(*unit, 100, 4);
  EXPECT_GT(unreachable, 2000);
}

}  // namespace
}  // namespace mmasc
