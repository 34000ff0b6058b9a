// SPDX-License-Identifier: Apache-2.0
// Stochastic rounding, wherever a rounding can stand: which random elements it draws.
#include <gtest/gtest.h>

#include "agreement/unit_lines.h"
#include "arith/operands.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/random_elements.h"
#include "random/operation_batch.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

using Widths = std::vector<int>;

TEST(Stochastic, ElementsAreThoseOfThePlan) {
  std::size_t elements = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Unit unit = stochastic_unit(seed);
    const Widths widths = random_widths(unit);
    EXPECT_EQ(static_cast<int>(widths.size()), Sequence(unit).program().random_count());
    elements += widths.size();
  }
  EXPECT_GT(elements, 300u);
}

TEST(Stochastic, DrawsInTheOrderOfUse) {
  const Unit unit = unit_of_line(
      "rows.toml:my/pair --set 'product={ round_to = \"f32\", rounding = \"stochastic:1\" }' --set "
      "pair.fraction_bits=8 --set pair.alignment_rounding=stochastic:2 --set pair.round_to=f32 "
      "--set pair.rounding=stochastic:3 --set dot.fraction_bits=exact --set 'dot.terms=[{ from = "
      "\"pair\", fraction_bits = 9, alignment_rounding = \"stochastic:4\" }, \"c\"]' --set "
      "'result={ format = \"f32\", significand_fraction = 10, prerounding = { "
      "significand_fraction = 12, rounding = \"stochastic:5\" }, rounding = \"stochastic:6\" }'");
  EXPECT_EQ(random_widths(unit), (Widths{1, 1, 2, 2, 3, 4, 5, 6}));
  const Unit late = unit.with("instruction.late_c", "{ rounding = \"stochastic:32\" }");
  EXPECT_EQ(random_widths(late), (Widths{1, 1, 2, 2, 3, 4, 5, 6, 32}));
}

// A number of bits that is all of the format's changes nothing.
TEST(Stochastic, RoundsTheRootOnceWhereAllBitsAreKept) {
  const Unit unit = unit_of_line(
      "rows.toml:my/exact --set dot.round_to=f32 --set dot.rounding=stochastic:4 --set "
      "result.rounding=stochastic:4");
  EXPECT_EQ(random_widths(unit), Widths{4});
  for (const char* field : {"dot.significand_fraction", "result.significand_fraction"}) {
    EXPECT_EQ(random_widths(unit.with(field, 23)), Widths{4}) << field;
    EXPECT_EQ(random_widths(unit.with(field, 22)), (Widths{4, 4})) << field;
  }
}

TEST(Stochastic, AnExactValueNeverMoves) {
  const Sequence sequence(unit_of_line("rows.toml:my/exact --set result.rounding=stochastic:8"));
  for (std::uint64_t random = 0; random < 256; ++random)
    EXPECT_EQ(evaluate(sequence, view(case_of({0x3c00, 0}, {0x3c00, 0}, 0x3f800000,
                                              {{Operand::random, {random}}}))),
              0x40000000u);
}

TEST(Stochastic, AnEngineWantsItsRandomElements) {
  const Unit unit = stochastic_unit(1);
  const auto engine = make_reference_engine(unit);
  OperationBatch operations = random_batch(unit, 1, 1);
  std::vector<std::uint64_t> d(1);
  DotBatch batch = operations.batch(d);
  EXPECT_NO_THROW(check(unit, batch));
  batch[Operand::random] = {};
  EXPECT_THROW(check(unit, batch), InputError);
}

}  // namespace
}  // namespace mmasc
