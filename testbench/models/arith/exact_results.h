// SPDX-License-Identifier: Apache-2.0
// The reference against the specification on random units.
#pragma once

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "arith/random_sequences.h"
#include "mmasc/unit/catalog.h"
#include "specification/exact.h"

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

// On the catalogue's rows, each on the operands of so many seeds.
inline void expect_exact_rows(std::uint64_t first, std::uint64_t operands) {
  ASSERT_FALSE(catalog().units().empty());
  for (const Unit& unit : catalog().units()) {
    const Sequence sequence(unit);
    for (std::uint64_t seed = first; seed < first + operands; ++seed) {
      const Case x = random_operands(unit, seed);
      ASSERT_EQ(evaluate(sequence, view(x)), evaluate_exactly(unit, x))
          << unit.instruction.id << ", random_operands(" << seed << ")";
    }
  }
}

}  // namespace mmasc
