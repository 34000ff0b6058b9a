// SPDX-License-Identifier: Apache-2.0
// random_units_default_test.cc on five times as many units.
#include "pipeline/random_agreement.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kUnits = 10'000, kRanges = 20;

class TenThousandRandomUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(TenThousandRandomUnits, Agree) {
  expect_agreement(Seeds{GetParam(), kRanges, kUnits / kRanges});
}

INSTANTIATE_TEST_SUITE_P(Seeds, TenThousandRandomUnits,
                         ::testing::Range(std::uint64_t{0}, kRanges));

}  // namespace
}  // namespace mmasc
