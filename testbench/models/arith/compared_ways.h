// SPDX-License-Identifier: Apache-2.0
// Every way of evaluating a unit against the specification, and how much a field shows.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "arith/exact_results.h"
#include "mmasc/arith/reference.h"
#include "specification/exact.h"

namespace mmasc {

// Compares the reference, two operations at once so that they are done on lanes, and the stage
// functions with the specification; returns how many of the operands tell `unit` from `plain`.
inline int changed_results(const Unit& unit, const Unit& plain) {
  constexpr std::uint64_t kOperations = 120;
  int changed = 0;
  const auto engine = make_reference_engine(unit);
  for (std::uint64_t seed = 0; seed < kOperations; ++seed) {
    const Case x = random_operands(unit, seed);
    std::vector<std::uint64_t> a, b, c, d(2);
    for (int i = 0; i < 2; ++i) {
      a.insert(a.end(), x[Operand::a].begin(), x[Operand::a].end());
      b.insert(b.end(), x[Operand::b].begin(), x[Operand::b].end());
      c.push_back(x.c());
    }
    engine->dot(a, b, c, d);
    const std::uint64_t expected = evaluate_exactly(unit, x);
    EXPECT_EQ(d[0], expected) << engine->name() << ", random_operands(" << seed << ")";
    EXPECT_EQ(d[1], expected) << engine->name() << ", random_operands(" << seed << ")";
    EXPECT_EQ(evaluate(Sequence(unit), view(x)), expected) << seed;
    if (::testing::Test::HasFailure()) return changed;
    changed += expected == evaluate_exactly(plain, x) ? 0 : 1;
  }
  return changed;
}

}  // namespace mmasc
