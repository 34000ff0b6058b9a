// SPDX-License-Identifier: Apache-2.0
// The vectorized stages give the bits of the same text compiled without vector instructions.
#include "arith/vectorized.h"

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "spec/catalog.h"

namespace mmasc {
namespace {

Result plain(const Plan& plan, const Operands& in) { return evaluate<Numbers64>(plan, in); }

// Of every fused step; returns how many there were.
int compare(const Unit& unit, std::uint64_t seed) {
  const Sequence sequence(unit);
  if (sequence.plan().word_bits > 64) return 0;
  const OperandBits x = random_operands(unit, seed);
  std::uint64_t chained = 0;
  for (int step = 0; step < sequence.steps(); ++step) {
    const Operands in = sequence.step(step, view(x), chained);
    const Result expected = plain(sequence.plan(), in);
    EXPECT_EQ(vectorized::evaluate<Numbers64>(sequence.plan(), in), expected)
        << unit.instruction.id << ", random_operands(" << seed << "), step " << step;
    chained = expected.d;
  }
  return sequence.steps();
}

TEST(Vectorized, EqualsThePlainStagesOnTheCatalogue) {
  int steps = 0;
  for (const Unit& unit : catalog().units())
    for (std::uint64_t seed = 0; seed < 8; ++seed) steps += compare(unit, seed);
  EXPECT_GT(steps, 2000);
}

}  // namespace
}  // namespace mmasc
