// SPDX-License-Identifier: Apache-2.0
// meaning_default_test.cc on every row, and on more random units.
#include <gtest/gtest.h>

#include "mmasc/unit/catalog.h"
#include "mutation/arguments_tried.h"

namespace mmasc {
namespace {

constexpr std::size_t kShards = 8;

class MeaningOfRows : public ::testing::TestWithParam<std::size_t> {};

TEST_P(MeaningOfRows, NoArgumentIsContradictedByAVector) {
  int arguments = 0;
  for (std::size_t i = GetParam(); i < catalog().units().size(); i += kShards)
    arguments += arguments_tried(catalog().units()[i], 20);
  EXPECT_GT(arguments, 500);
}

INSTANTIATE_TEST_SUITE_P(Shards, MeaningOfRows, ::testing::Range<std::size_t>(0, kShards));

class MeaningOfManyRandomUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(MeaningOfManyRandomUnits, NoArgumentIsContradictedByAVector) {
  EXPECT_GT(arguments_tried_on_random_units(GetParam() * 20, 20), 100);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MeaningOfManyRandomUnits, ::testing::Range<std::uint64_t>(0, 9));

class MeaningOfManySmallUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(MeaningOfManySmallUnits, NoArgumentIsContradictedByAVector) {
  EXPECT_GT(arguments_tried_on_small_units(GetParam() * 500, 500), 2000);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MeaningOfManySmallUnits, ::testing::Range<std::uint64_t>(0, 9));

}  // namespace
}  // namespace mmasc
