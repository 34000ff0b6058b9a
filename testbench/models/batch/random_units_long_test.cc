// SPDX-License-Identifier: Apache-2.0
// Random units beyond those of random_units_default_test.cc.
#include "batch/agreement.h"
#include "batch/fused_unit.h"

namespace mmasc {
namespace {

constexpr int kFirst = 1'500, kUnits = 22'500;

TEST(FurtherRandomUnits, Agree) { expect_agreement(random_unit, kFirst, kUnits, 20); }

TEST(FurtherRandomUnits, OfOneFusedSumAgree) {
  EXPECT_GT(expect_agreement(random_fused_unit, kFirst, kUnits, kOperations), kUnits / 2);
}

}  // namespace
}  // namespace mmasc
