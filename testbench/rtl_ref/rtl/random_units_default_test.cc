// SPDX-License-Identifier: Apache-2.0
#include "rtl/random_units.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class VerilatedRandomUnits : public testing::WithVerilator {};

class VerilatedNeighbours : public testing::WithVerilator {};

TEST_F(VerilatedRandomUnits, OfAtMost64BitsAgree) { expect_random_rtl_agrees(0, 5, 200, 64); }

// Neighbours of one pairwise sum that are rounded alike but differ in width.
TEST_F(VerilatedNeighbours, OfOtherWidthsAreRoundedApart) {
  expect_rtl_agrees(random_unit(142), 142, 1000);
}

}  // namespace
}  // namespace mmasc
