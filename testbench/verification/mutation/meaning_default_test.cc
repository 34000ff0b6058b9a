// SPDX-License-Identifier: Apache-2.0
// No vector contradicts an argument of audit/meaning.h, on rows and on random units.
#include <gtest/gtest.h>

#include "mmasc/unit/catalog.h"
#include "mutation/arguments_tried.h"

namespace mmasc {
namespace {

TEST(Meaning, NoArgumentIsContradictedByAVector) {
  int arguments = 0;
  for (std::size_t i = 0; i < catalog().units().size(); i += 397)
    arguments += arguments_tried(catalog().units()[i], 30);
  EXPECT_GT(arguments, 5);
}

class MeaningOnRandomUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(MeaningOnRandomUnits, NoArgumentIsContradictedByAVector) {
  EXPECT_GT(arguments_tried_on_random_units(GetParam() * 10, 3), 6);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MeaningOnRandomUnits, ::testing::Range<std::uint64_t>(0, 1));

class MeaningOnSmallUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(MeaningOnSmallUnits, NoArgumentIsContradictedByAVector) {
  EXPECT_GT(arguments_tried_on_small_units(GetParam() * 20, 5), 25);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MeaningOnSmallUnits, ::testing::Range<std::uint64_t>(0, 1));

}  // namespace
}  // namespace mmasc
