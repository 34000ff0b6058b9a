// SPDX-License-Identifier: Apache-2.0
// Units of which one has stages of its own: what they give, and the first register that differs.
#include "mmasc/compare/own_stages.h"

#include "arith/truncated.h"
#include "mmasc/arith/operand_matrix.h"
#include "mmasc/compare/compare.h"
#include "pairs.h"

namespace mmasc::compare {
namespace {

// Stages that a program gives are the sequence's: no field of the unit says so. Two instructions of
// four products 1.0009765625^2, which have bits that are dropped.
TEST(OwnStages, OfAProgramAreComparedAsThoseOfAFile) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const std::vector<Contender> units{
      {Sequence(unit)},
      {Sequence(unit, std::make_shared<const StageSet>(StageSet::of<Truncated>()))}};
  const OwnedMatrix a = filled(unit.a(), 1, 8, 0x3c01), b = filled(unit.b(), 8, 1, 0x3c01);
  GemmProblem in;
  in[Operand::a] = a.matrix();
  in[Operand::b] = b.matrix();
  const std::vector<Results> results = results_of(units, in);
  ASSERT_EQ(count_differences(units[0], units[1], results[0], results[1]).differing, 1);
  const Difference difference =
      explain(units[0], units[1], in, 0, 0, {results[0].at(0, 0), results[1].at(0, 0)});
  ASSERT_TRUE(difference.divergence);
  EXPECT_EQ(difference.divergence->stage, "multiplier");
  EXPECT_EQ(difference.divergence->what, "term_0.significand");
  EXPECT_EQ(difference.divergence->steps, (std::array{1, 1}));
  EXPECT_EQ(value_text(difference.divergence->values[0]), "0x100801");
  EXPECT_EQ(value_text(difference.divergence->values[1]), "0x100800");
}

// Nothing is said where the units have other registers, or none differs.
TEST(OwnStages, AreComparedWithUnitsOfTheSameRegistersAlone) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const Sequence own(unit, std::make_shared<const StageSet>(StageSet::of<Truncated>()));
  Case row;
  row[Operand::a].assign(4, 0x3c01);
  row[Operand::b].assign(4, 0x3c01);
  row.c() = 0;
  EXPECT_FALSE(first_divergence(own, own, row));
  EXPECT_FALSE(first_divergence(own, Sequence(unit.with("lanes", "2")), row));
  const auto wider = first_divergence(own, Sequence(unit.with("dot.fraction_bits", "30")), row);
  ASSERT_TRUE(wider);
  EXPECT_EQ(wider->stage, "multiplier");
}

}  // namespace
}  // namespace mmasc::compare
