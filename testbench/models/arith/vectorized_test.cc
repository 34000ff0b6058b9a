// SPDX-License-Identifier: Apache-2.0
// The vectorized stages give the bits of the same text compiled without vector instructions.
#include "mmasc/arith/vectorized.h"

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

Result plain(const Plan& plan, const Operands& in) { return evaluate<Numbers64>(plan, in); }

// Stage by stage, whatever the number of levels of the adder trees.
void compare_stages(const Plan& plan, const Operands& in) {
  const Terms<Numbers64> products = multiply<Numbers64>(plan, in);
  ASSERT_EQ(vectorized::multiply<Numbers64>(plan, in), products);
  Terms<Numbers64> terms =
      plan.multiplier.rounds ? normalize_products<Numbers64>(plan, products) : products;
  for (const LevelPlan& level : plan.levels) {
    const Addends<Numbers64> aligned = align<Numbers64>(plan, level, terms);
    ASSERT_EQ(vectorized::align<Numbers64>(plan, level, terms), aligned);
    const Addends<Numbers64> summed = add_level<Numbers64>(plan, level, 0, aligned);
    ASSERT_EQ(vectorized::add_level<Numbers64>(plan, level, 0, aligned), summed);
    const Terms<Numbers64> sums = add<Numbers64>(plan, level, 0, aligned);
    ASSERT_EQ(vectorized::add<Numbers64>(plan, level, 0, aligned), sums);
    ASSERT_EQ(vectorized::add<Numbers64>(plan, level, 1, summed), sums);
    terms = level.rounds ? normalize_sums<Numbers64>(plan, level, sums) : sums;
  }
}

// Compares every fused step; returns how many there were.
int compare(const Unit& unit, std::uint64_t seed) {
  const Sequence sequence(unit);
  if (sequence.plan().word_bits > 64) return 0;
  const Case x = random_operands(unit, seed);
  std::uint64_t chained = 0;
  for (int step = 0; step < sequence.steps(); ++step) {
    const Operands in = sequence.step(step, view(x), chained);
    const Result expected = plain(sequence.plan(), in);
    EXPECT_EQ(evaluate(sequence.plan(), in), expected)
        << unit.instruction.id << ", random_operands(" << seed << "), step " << step;
    compare_stages(sequence.plan(), in);
    chained = expected.d;
  }
  return sequence.steps();
}

TEST(Vectorized, EqualsThePlainStagesOnTheCatalogue) {
  if (!vectorized::is_active()) GTEST_SKIP() << "this build or processor runs the plain stages";
  int steps = 0;
  for (const Unit& unit : catalog().units())
    for (std::uint64_t seed = 0; seed < 8; ++seed) steps += compare(unit, seed);
  EXPECT_GT(steps, 2000);
}

}  // namespace
}  // namespace mmasc
