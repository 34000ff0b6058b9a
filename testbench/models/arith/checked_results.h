// SPDX-License-Identifier: Apache-2.0
// The reference on integers that throw where a planned width does not hold.
#pragma once

#include <gtest/gtest.h>

#include "arith/checked.h"
#include "arith/operands.h"
#include "arith/random_sequences.h"
#include "random/random_operands.h"

namespace mmasc {

// Throws nothing: a width that does not hold fails the test.
inline void expect_same_bits(const Sequence& sequence, const DotOperands& in) {
  try {
    ASSERT_EQ(evaluate_checked(sequence, in), evaluate(sequence, in));
  } catch (const WidthError& error) {
    FAIL() << error.what();
  }
}

// Plans of the random units of so many seeds hold, on six operands each.
inline void expect_plans_hold(std::uint64_t first, std::uint64_t units) {
  constexpr std::uint64_t kOperands = 6;
  const auto compare = [](const Sequence& sequence, std::uint64_t seed) {
    for (std::uint64_t i = seed * kOperands; i < (seed + 1) * kOperands; ++i) {
      SCOPED_TRACE(replay(seed, i));
      const Case x = random_operands(sequence.unit(), i);
      expect_same_bits(sequence, view(x));
      if (::testing::Test::HasFatalFailure()) return;
    }
  };
  const std::uint64_t plans = for_each_random_sequence(first, units, compare);
  EXPECT_GT(plans, units * 99 / 100);
}

}  // namespace mmasc
