// SPDX-License-Identifier: Apache-2.0
// The reference against the independent evaluator on random units.
#pragma once

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "arith/random_sequences.h"
#include "exact/exact.h"

namespace mmasc {

inline void expect_exact_results(std::uint64_t first, std::uint64_t units, std::uint64_t operands) {
  std::uint64_t compared = 0;
  for_each_random_sequence(first, units, [&](const Sequence& sequence, std::uint64_t seed) {
    for (std::uint64_t i = seed * operands; i < (seed + 1) * operands; ++i, ++compared) {
      const Case x = random_operands(sequence.unit(), i);
      ASSERT_EQ(evaluate(sequence, view(x)), evaluate_exactly(sequence.unit(), x))
          << replay(seed, i);
    }
  });
  EXPECT_GT(compared, units * operands * 99 / 100);
}

}  // namespace mmasc
