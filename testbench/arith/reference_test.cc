// SPDX-License-Identifier: Apache-2.0
// The reference against the independent evaluator and the bundled vectors.
#include "arith/reference.h"

#include <gtest/gtest.h>

#include "arith/exact_results.h"
#include "arith/same_bits.h"
#include "exact/exact.h"
#include "random/random_unit.h"
#include "spec/catalog.h"
#include "spec/error.h"
#include "vectors/bundled_files.h"

namespace mmasc {
namespace {

TEST(Reference, RandomUnitsGiveTheExactResult) {
  constexpr std::uint64_t kUnits = 2000, kOperands = 20;
  expect_exact_results(0, kUnits, kOperands);
}

TEST(Reference, CatalogueRowsGiveTheExactResult) {
  ASSERT_FALSE(catalog().units().empty());
  for (const Unit& unit : catalog().units()) {
    const Sequence sequence(unit);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const OperandBits x = random_operands(unit, seed);
      ASSERT_EQ(evaluate(sequence, view(x)), evaluate_exactly(unit, x.a, x.b, x.c, x.sa, x.sb))
          << unit.instruction.id << ", random_operands(" << seed << ")";
    }
  }
}

TEST(Reference, GivesEveryBundledVector) {
  std::size_t compared = 0;
  for (const VectorFile& file : bundled_files()) {
    const Sequence sequence(catalog().find(file.instruction));
    for (const Case& row : file.cases) {
      ++compared;
      ASSERT_TRUE(same_bits(*file.formats.d, evaluate(sequence, view(row)), row.d,
                            file.nan == NanMatch::any))
          << file.name << ':' << row.line;
    }
  }
  EXPECT_GT(compared, 30000u);
}

}  // namespace
}  // namespace mmasc
