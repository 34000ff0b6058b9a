// SPDX-License-Identifier: Apache-2.0
// unreachable_default_test.cc on every third row, and on more random units.
#include "coverage/contradictions.h"
#include "random/small_unit.h"

namespace mmasc {
namespace {

constexpr std::size_t kShards = 8;

class UnreachableOnRows : public ::testing::TestWithParam<std::size_t> {};

TEST_P(UnreachableOnRows, IsNeverMet) {
  int unreachable = 0;
  for (std::size_t i = GetParam(); i < catalog().units().size(); i += 3 * kShards)
    unreachable += contradictions_tried(catalog().units()[i], 300, 30);
  EXPECT_GT(unreachable, 200);
}

INSTANTIATE_TEST_SUITE_P(Shards, UnreachableOnRows, ::testing::Range<std::size_t>(0, kShards));

TEST(UnreachableOnManySmallUnits, IsNeverMet) {
  int unreachable = 0;
  for (std::uint64_t seed = 150; seed < 1500; ++seed)
    if (const auto unit = small_unit(seed)) unreachable += contradictions_tried(*unit, 100, 4);
  EXPECT_GT(unreachable, 9000);
}

class UnreachableOnRandomUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(UnreachableOnRandomUnits, IsNeverMet) {
  EXPECT_GT(contradictions_tried_on_random_units(GetParam() * 40, 40), 500);
}

INSTANTIATE_TEST_SUITE_P(Seeds, UnreachableOnRandomUnits, ::testing::Range<std::uint64_t>(0, 8));

}  // namespace
}  // namespace mmasc
