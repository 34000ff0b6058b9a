// SPDX-License-Identifier: Apache-2.0
// The reference against the independent evaluator on many more random units than in
// reference_test.cc.
#include <gtest/gtest.h>

#include "arith/operands.h"
#include "arith/reference.h"
#include "exact/exact.h"
#include "random/random_unit.h"
#include "spec/error.h"

namespace mmasc {
namespace {

class ManyRandomUnits : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ManyRandomUnits, GiveTheExactResult) {
  constexpr std::uint64_t kUnits = 20'000, kOperands = 10;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = GetParam() * kUnits; seed < (GetParam() + 1) * kUnits; ++seed) {
    const Unit unit = random_unit(seed);
    std::unique_ptr<Sequence> sequence;
    try {
      sequence = std::make_unique<Sequence>(unit);
    } catch (const RowError&) {
      continue;  // an exact window wider than any plan
    }
    for (std::uint64_t i = 0; i < kOperands; ++i, ++compared) {
      const OperandBits x = random_operands(unit, seed * kOperands + i);
      ASSERT_EQ(evaluate(*sequence, view(x)), evaluate_exactly(unit, x.a, x.b, x.c, x.sa, x.sb))
          << replay(seed, seed * kOperands + i);
    }
  }
  EXPECT_GT(compared, kUnits * kOperands * 99 / 100);
}

// Seeds beyond those of the other tests.
INSTANTIATE_TEST_SUITE_P(Seeds, ManyRandomUnits,
                         testing::Range(std::uint64_t{1}, std::uint64_t{11}));

}  // namespace
}  // namespace mmasc
