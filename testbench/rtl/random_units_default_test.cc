// SPDX-License-Identifier: Apache-2.0
#include "rtl/random_units.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class VerilatedRandomUnits : public testing::WithVerilator,
                             public ::testing::WithParamInterface<int> {};

class VerilatedNeighbours : public testing::WithVerilator {};

// Units of at most 64 bits among the first 40, in parts that run side by side.
TEST_P(VerilatedRandomUnits, Agree) {
  expect_random_rtl_agrees(20 * static_cast<std::uint64_t>(GetParam()), 20, 200, 64);
}

// Neighbours of one pairwise sum that are rounded alike but differ in width.
TEST_F(VerilatedNeighbours, OfOtherWidthsAreRoundedApart) {
  expect_rtl_agrees(random_unit(142), 142, 1000);
}

INSTANTIATE_TEST_SUITE_P(Parts, VerilatedRandomUnits, ::testing::Range(0, 2));

}  // namespace
}  // namespace mmasc
