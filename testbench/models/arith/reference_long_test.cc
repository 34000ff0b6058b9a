// SPDX-License-Identifier: Apache-2.0
// The reference against the specification on many more random units than in
// reference_test.cc.
#include <gtest/gtest.h>

#include "arith/exact_results.h"

namespace mmasc {
namespace {

class ManyRandomUnits : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(ManyRandomUnits, GiveTheExactResult) {
  constexpr std::uint64_t kUnits = 20'000, kOperands = 10;
  expect_exact_results(GetParam() * kUnits, kUnits, kOperands);
}

// Seeds beyond those of the other tests.
INSTANTIATE_TEST_SUITE_P(Seeds, ManyRandomUnits,
                         ::testing::Range(std::uint64_t{1}, std::uint64_t{11}));

}  // namespace
}  // namespace mmasc
