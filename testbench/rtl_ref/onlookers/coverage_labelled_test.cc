// SPDX-License-Identifier: Apache-2.0
// What Verilator counts of the emitted cover properties is what the model counts, and no assertion
// fails meanwhile.
#include <regex>

#include "onlookers/count_comparison.h"
#include "printed_name.h"
#include "random/anticipating.h"
#include "random/integer_unit.h"
#include "random/random_unit.h"
#include "rtl/named_units.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class CoverageRtl : public testing::WithVerilator,
                    public ::testing::WithParamInterface<NamedUnit> {};

// At least `amount` cover points are met.
TEST_P(CoverageRtl, CountsAreTheModels) {
  const Comparison result = compare_counts(GetParam().unit());
  EXPECT_GE(result.met, static_cast<int>(GetParam().amount));
  EXPECT_GT(result.compared, 10);
  RecordProperty("compared", result.compared);
  RecordProperty("met", result.met);
}

template <class Numbers>
std::vector<NamedUnit> watched(const Numbers& numbers) {
  std::vector<NamedUnit> units;
  for (const int n : numbers)
    units.push_back({"watched_" + std::to_string(n),
                     [n] { return watched_units()[static_cast<std::size_t>(n)]; }, 21});
  return units;
}

// Of random datapaths, and of those with random integers, stochastic roundings and sparse operands.
std::vector<NamedUnit> units_nobody_built() {
  constexpr int kOfEach = 40;
  return drawn("random", random_unit, of_at_most(96), kOfEach, 0) +
         drawn("stochastic", stochastic_unit, of_at_most(96), kOfEach, 0) +
         drawn("sparse", sparse_unit, of_at_most(96), kOfEach, 0) +
         drawn("integer", integer_unit, of_at_most(96), kOfEach, 0);
}

INSTANTIATE_TEST_SUITE_P(Default, CoverageRtl, ::testing::ValuesIn(watched(kNarrowUnits)),
                         PrintedName());
INSTANTIATE_TEST_SUITE_P(Long, CoverageRtl,
                         ::testing::ValuesIn(watched(kWideUnits) + units_nobody_built()),
                         PrintedName());

// Each operation that leaves a tree tells all of its sum's leading zeros, or one or two fewer, or
// its sum is nothing.
class AnticipatedZeros : public testing::WithVerilator,
                         public ::testing::WithParamInterface<NamedUnit> {};

TEST_P(AnticipatedZeros, AreCountedByHowManyAreMissing) {
  const Unit unit = GetParam().unit();
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

INSTANTIATE_TEST_SUITE_P(Default, AnticipatedZeros,
                         ::testing::Values(NamedUnit{
                             "flags", [] { return anticipating(watched_flags()).value(); }}),
                         PrintedName());

}  // namespace
}  // namespace mmasc
