// SPDX-License-Identifier: Apache-2.0
// What Verilator counts of the emitted cover properties is what the model counts, and no assertion
// fails meanwhile.
#include "onlookers/count_comparison.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class CoverageRtl : public testing::WithVerilator, public ::testing::WithParamInterface<int> {};

TEST_P(CoverageRtl, CountsAreTheModels) {
  const Unit unit = watched_units()[static_cast<std::size_t>(GetParam())];
  const Comparison result = compare_counts(unit);
  EXPECT_GT(result.met, 20);
  RecordProperty("compared", result.compared);
  RecordProperty("met", result.met);
}

// Every other one; the others are in the long tests.
INSTANTIATE_TEST_SUITE_P(OfEveryKind, CoverageRtl, ::testing::Range(1, kWatchedUnits, 2));

}  // namespace
}  // namespace mmasc
