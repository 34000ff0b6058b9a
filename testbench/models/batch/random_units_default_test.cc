// SPDX-License-Identifier: Apache-2.0
#include "batch/agreement.h"
#include "batch/fused_unit.h"

namespace mmasc {
namespace {

constexpr int kUnits = 600;

TEST(ManyRandomUnits, Agree) { expect_agreement(random_unit, 0, kUnits, 20); }

TEST(ManyRandomUnits, OfOneFusedSumAgree) {
  EXPECT_GT(expect_agreement(random_fused_unit, 0, kUnits, kOperations), kUnits / 2);
}

}  // namespace
}  // namespace mmasc
