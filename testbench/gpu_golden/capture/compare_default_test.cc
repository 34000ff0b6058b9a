// SPDX-License-Identifier: Apache-2.0
// Device code's way of every row: number systems, scales, order, widening.
#include <gtest/gtest.h>

#include "capture/captured.h"
#include "capture/fake_gpu.h"
#include "mmasc/capture/compare.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

TEST(CompareAll, EveryModelIsThatOfTheReference) {
  for (const Unit& unit : catalog().units()) {
    if (!testing::can_be_captured(unit.instruction)) continue;
    const Comparison comparison(unit, 1, true);
    testing::FakeGpu gpu("sm_90", testing::reference(unit));
    const Verdict verdict = gpu.comparer(comparison, 1)->run(5, 1, 1);
    EXPECT_EQ(verdict.mismatches, 0u) << unit.instruction.id;
  }
}

}  // namespace
}  // namespace mmasc
