// SPDX-License-Identifier: Apache-2.0
// The counts of wide units, of random datapaths, and of those with random integers, stochastic
// roundings and sparse operands.
#include "mmasc/unit/error.h"
#include "onlookers/count_comparison.h"
#include "random/integer_unit.h"
#include "random/random_unit.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class WideCoverageRtl : public testing::WithVerilator, public ::testing::WithParamInterface<int> {};

TEST_P(WideCoverageRtl, CountsAreTheModels) {
  const Unit unit = watched_units()[static_cast<std::size_t>(GetParam())];
  EXPECT_GT(compare_counts(unit).met, 20);
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, WideCoverageRtl, ::testing::ValuesIn(kWideUnits));

class RandomCoverageRtl : public testing::WithVerilator,
                          public ::testing::WithParamInterface<int> {};

TEST_P(RandomCoverageRtl, CountsAreTheModels) {
  constexpr int kQuicklyCompiled = 96;  // bits of a word
  const auto seed = static_cast<std::uint64_t>(GetParam());
  for (Unit (*make)(std::uint64_t) :
       {&random_unit, &stochastic_unit, &sparse_unit, &integer_unit}) {
    const Unit unit = make(seed);
    try {
      if (plan_sequence(unit).word_bits() > kQuicklyCompiled) continue;
    } catch (const RowError&) {
      continue;
    }
    SCOPED_TRACE(seed);
    EXPECT_GT(compare_counts(unit).compared, 10);
  }
}

INSTANTIATE_TEST_SUITE_P(OfDatapaths, RandomCoverageRtl, ::testing::Range(0, 40));

}  // namespace
}  // namespace mmasc
