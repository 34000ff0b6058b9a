// SPDX-License-Identifier: Apache-2.0
// Single fields of a unit changed, by Unit::with.
#include "mmasc/unit/plan.h"
#include "rows.h"

namespace mmasc {
namespace {

// Values that a line of refused.txt cannot hold.
TEST(Set, TakesOneLineOfText) {
  const auto error = [](const char* path, const std::string& value) {
    return input_error([&] { (void)fp8().with(path, value); });
  };
  EXPECT_EQ(error("dot.fraction_bits", "17\n[instruction.\"x\"]"),
            "dot.fraction_bits: a line break cannot be used; write one value");
  EXPECT_EQ(error("result.format", "f32\x1b"),
            "result.format: unknown format \"f32\\x1b\"; did you mean \"f32\"?");
  EXPECT_EQ(error("lanes", "99999999999999999999"),
            "lanes: Error while parsing decimal integer: '99999999999999999999' is not "
            "representable in 64 bits; write it as TOML 1.0");
}

TEST(With, AChangedDesignHasNoEvidence) {
  const Unit once = fp8().with("dot.fraction_bits", "17");
  EXPECT_TRUE(once.instruction.evidence.empty());
  EXPECT_EQ(once.instruction.note,
            "changed from " + fp8().instruction.id + ": dot.fraction_bits=17");
  EXPECT_EQ(once.with("lanes", "16").instruction.note, once.instruction.note + ", lanes=16");
  EXPECT_EQ(fp8().with("structure.units", "2").instruction, fp8().instruction);
  EXPECT_EQ(fp8().with("dot.fraction_bits", "13").instruction, fp8().instruction) << "no change";
}

TEST(With, BoundsTheRegistersOfAUnit) {
  const Unit most = fp8().with("structure.units", "256");
  EXPECT_NO_THROW(make_plan(most));
  Unit chain = most.with("lanes", "32")
                   .with("sum",
                         "[{ name = \"dot\", terms = [\"products\", \"c\"], shape = "
                         "\"sequential\", round_to = \"f32\" }]");
  chain = chain.with("structure.adder_tree.registers_per_level", "8");
  EXPECT_EQ(input_error([&] { (void)make_plan(chain); }),
            "structure.units: 256 units of 322 register ranks are too many; use up to 203 units, "
            "or fewer registers");
}

TEST(With, LeadingZerosAreAnticipatedOfSumsThatAreNormalizedAsTheyAre) {
  const auto anticipated = [](const Unit& unit) {
    return make_plan(unit.with("structure.normalizer.leading_zeros", "anticipated"));
  };
  EXPECT_TRUE(anticipated(fp8()).sums[0].anticipates);
  EXPECT_FALSE(make_plan(fp8()).sums[0].anticipates);
  EXPECT_EQ(input_error([&] { anticipated(fp8().with("dot.cut", "{ fraction_bits = 10 }")); }),
            "structure.normalizer.leading_zeros: \"anticipated\" is of sums that are normalized as "
            "they are, and \"dot\" is cut; write \"counted\"");
  EXPECT_EQ(input_error([&] { anticipated(catalog().find("turing/mma.m8n8k16.s32.s8.s8.s32")); }),
            "structure.normalizer.leading_zeros: \"anticipated\" is of sums that are normalized as "
            "they are, and \"dot\" is an integer; write \"counted\"");
  EXPECT_EQ(
      input_error([&] { fp8().with("structure.normalizer.leading_zeros", "guessed"); }),
      "structure.normalizer.leading_zeros: unknown value \"guessed\"; use one of \"counted\", "
      "\"anticipated\"");
}

TEST(With, AShortKCutsRanges) {
  const Unit halves = fp8().with("sum",
                                 "[{ name = \"low\", terms = [\"products[0:16]\"] },"
                                 " { name = \"high\", terms = [\"products[16:32]\"] },"
                                 " { name = \"dot\", terms = [\"low\", \"high\", \"c\"] }]");
  EXPECT_EQ(make_plan(halves.with("instruction.shape.k", "20")).sums[1].addend_count, 4);
}

TEST(With, ChangesOneFieldAndKeepsTheNames) {
  Unit expected = fp8();
  expected.datapath.sums[0].fraction_bits = 17;
  EXPECT_TRUE(same_design(fp8().with("dot.fraction_bits", "17"), expected));
  EXPECT_TRUE(same_design(fp8().with("sum.dot.fraction_bits", "17"), expected));
  expected.datapath.sums[0].fraction_bits.reset();
  EXPECT_TRUE(same_design(fp8().with("dot.fraction_bits", "exact"), expected));
  EXPECT_TRUE(same_design(fp8().with("dot.fraction_bits", "\"exact\""), expected));
  EXPECT_TRUE(same_design(fp8().with("dot.fraction_bits", ""), expected))
      << "an empty value is the default";
}

TEST(With, ReachesEveryPartOfTheUnit) {
  EXPECT_EQ(fp8().with("lanes", "8").steps(), 4);
  EXPECT_EQ(fp8().with("instruction.shape.k", "64").steps(), 2);
  EXPECT_EQ(fp8().with("structure.adder_tree.radix", "2").structure.adder_tree.radix, 2);
  EXPECT_EQ(fp8().with("flush.inputs", "keep_sign").datapath.flush.inputs, Flush::keep_sign);
  EXPECT_EQ(fp8().with("result.nan", "7fc00000").datapath.result.nan, 0x7fc00000u);
  EXPECT_EQ(fp8()
                .with("dot.terms", "[\"products.odd\", \"products.even\", \"c\"]")
                .datapath.sums[0]
                .terms[0]
                .selection.kind,
            Selection::Kind::odd);
  // Hexadecimal digits that TOML would read as a number.
  const Unit f16 = fp8().with("result", "{ format = \"f16\" }");
  EXPECT_EQ(f16.with("result.nan", "7e00").datapath.result.nan, 0x7e00u);
}

TEST(Set, AStochasticRoundingIsATable) {
  const Unit unit = catalog()
                        .find("volta/mma.m8n8k4.f32.f16.f16.f32")
                        .with("result.rounding", "{ mode = \"stochastic\", random_bits = 8 }")
                        .with("result.rounding.random_bits", "12")
                        .with("dot.alignment_rounding", "{ mode = \"down\" }");
  EXPECT_EQ(unit.datapath.result.rounding, Rounding::stochastic(12));
  EXPECT_EQ(unit.datapath.sums.front().alignment_rounding, Rounding::down);
  const Unit read = parse_unit(to_toml(unit));
  EXPECT_EQ(read.datapath.result, unit.datapath.result);
  EXPECT_EQ(read.datapath.sums, unit.datapath.sums);
}

}  // namespace
}  // namespace mmasc
