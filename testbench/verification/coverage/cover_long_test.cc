// SPDX-License-Identifier: Apache-2.0
// Every cover point that can be reached is met, on every row of the catalogue, whatever the seed.
#include "coverage/covered.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

class CoverEveryRow : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(CoverEveryRow, MeetsEveryCoverPoint) {
  for (const Unit& unit : catalog().units()) EXPECT_GT(expect_covered(unit, GetParam()), 10u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CoverEveryRow, ::testing::Range<std::uint64_t>(1, 5));

}  // namespace
}  // namespace mmasc
