// SPDX-License-Identifier: Apache-2.0
#include "pipeline/random_agreement.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kUnits = 2'000, kRanges = 4;

class ManyRandomUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(ManyRandomUnits, Agree) { expect_agreement(Seeds{GetParam(), kRanges, kUnits / kRanges}); }

INSTANTIATE_TEST_SUITE_P(Seeds, ManyRandomUnits, ::testing::Range(std::uint64_t{0}, kRanges));

}  // namespace
}  // namespace mmasc
