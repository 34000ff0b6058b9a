// SPDX-License-Identifier: Apache-2.0
// What Verilator counts of the emitted cover properties is what the model counts, and no assertion
// fails meanwhile.
#include <regex>

#include "onlookers/count_comparison.h"
#include "random/anticipating.h"
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

// The wide ones are in the long tests.
INSTANTIATE_TEST_SUITE_P(OfEveryKind, CoverageRtl, ::testing::ValuesIn(kNarrowUnits));

// Each operation that leaves a tree tells all of its sum's leading zeros, or one or two fewer, or
// its sum is nothing.
class AnticipatedZeros : public testing::WithVerilator {};

TEST_F(AnticipatedZeros, AreCountedByHowManyAreMissing) {
  const Unit unit = anticipating(watched_flags()).value();
  const auto operations = testing::operations_of(Sequence(unit), covering_cases(unit), false);
  const testing::WatchedRun run =
      testing::Watched(unit, operations, {.defines = {kCoverageWord}}).run();
  ASSERT_TRUE(run.succeeded) << run.output;
  std::uint64_t all = 0;
  for (const char* what : {"0_fewer", "1_fewer", "2_fewer", "of_nothing"}) {
    const std::regex line("zeros_" + std::string(what) + "_adder_tree_\\w+' (\\d+)");
    std::smatch count;
    ASSERT_TRUE(std::regex_search(run.coverage, count, line)) << what;
    EXPECT_GT(std::stoull(count[1]), 0u) << what;
    all += std::stoull(count[1]);
  }
  EXPECT_EQ(all, operations.size());
}

}  // namespace
}  // namespace mmasc
