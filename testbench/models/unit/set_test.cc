// SPDX-License-Identifier: Apache-2.0
// Single fields of a unit changed, by Unit::with.
#include "mmasc/unit/plan.h"
#include "printed_name.h"
#include "rows.h"

namespace mmasc {
namespace {

class SetErrors : public ::testing::TestWithParam<WithError> {};

TEST_P(SetErrors, AreOneLineWithThePathAndTheMend) {
  EXPECT_EQ(with_error(GetParam()), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Types, SetErrors,
    ::testing::Values(
        WithError{fp8, "lanes", "x", "lanes: a text cannot be used; write a whole number, 1..64"},
        WithError{fp8, "lanes", "65", "lanes: 65 is out of range; use 1..64"},
        WithError{fp8, "lanes", "0", "lanes: 0 is out of range; use 1..64"},
        WithError{fp8, "lanes", "[1]",
                  "lanes: an array cannot be used; write a whole number, 1..64"},
        WithError{fp8, "lanes", "", "lanes: \"lanes\" is missing; add it"},
        WithError{fp8, "dot.fraction_bits", "4401",
                  "sum.dot.fraction_bits: 4401 is out of range; use 0..4400"},
        WithError{fp8, "dot.fraction_bits", "all",
                  "sum.dot.fraction_bits: unknown value \"all\"; use \"exact\" or 0..4400"},
        WithError{fp8, "dot.zero_exponent", "none",
                  "sum.dot.zero_exponent: unknown value \"none\"; use \"own\", \"ignored\" or "
                  "-4400..4400"},
        WithError{fp8, "dot.groups", "33", "sum.dot.groups: 33 is out of range; use 1..32"},
        WithError{fp8, "dot.terms", "c",
                  "sum.dot.terms: a text cannot be used; write an array, as [ ... ]"},
        WithError{
            fp8, "dot.terms", "[\"products[0]\", \"c\"]",
            "sum.dot.terms[0]: \"products[0]\" is not a term; write NAME, NAME.even, NAME.odd "
            "or NAME[FIRST:END]"},
        WithError{fp8, "dot.terms", "[{ from = \"products\", vanishes_bellow = 3 }, \"c\"]",
                  "sum.dot.terms[0].vanishes_bellow: unknown field; did you mean "
                  "\"vanishes_below\"?"},
        WithError{fp8, "result.format", "f33",
                  "result.format: unknown format \"f33\"; did you mean \"f32\"?"},
        WithError{fp8, "result.rounding", "nearest_evn",
                  "result.rounding: unknown value \"nearest_evn\"; did you mean "
                  "\"nearest_even\"?"},
        WithError{fp8, "result.rounding", "stochastic",
                  "result.rounding: unknown value \"stochastic\"; did you mean \"stochastic:8\"?"},
        WithError{
            fp8, "result.rounding", "{ mode = \"stochastic\" }",
            "result.rounding: draws random bits; write { mode = \"stochastic\", random_bits = "
            "8 }"},
        WithError{fp8, "result.rounding", "{ mode = \"stochastic\", random_bits = 33 }",
                  "result.rounding.random_bits: 33 is out of range; use 1..32"},
        WithError{fp8, "dot.shift_out", "down",
                  "sum.dot.shift_out: unknown field; it is \"alignment_rounding\" now"},
        WithError{fp8, "dot.alignment_rounding", "{ mode = \"down\", random_bits = 3 }",
                  "sum.dot.alignment_rounding: down draws no random bits; remove random_bits"},
        WithError{fp8, "flush.inputs", "1",
                  "flush.inputs: a number cannot be used; write one of \"none\", \"to_plus_zero\", "
                  "\"keep_sign\", \"all_to_plus_zero\""},
        WithError{fp8, "flush.tininess", "unbounded",
                  "flush.tininess: no result is flushed, so it means nothing; remove it, or add "
                  "flush.results"},
        WithError{fp8, "zero_sign", "always_minus",
                  "zero_sign: unknown value \"always_minus\"; use one of \"plus\", \"ieee\""},
        WithError{fp8, "result.nan", "0x7f",
                  "result.nan: \"0x7f\" is not hexadecimal; write up to 16 digits, no 0x"},
        WithError{fp8, "instruction.shape.n", "8..256",
                  "instruction.shape.n: \"8..256\" is not a range; write a number or "
                  "\"MIN..MAX:STEP\""},
        WithError{fp8, "instruction.shape.n", "8..255:8",
                  "instruction.shape.n: \"8..255:8\" is an empty or uneven range; let MIN < MAX "
                  "within 1..65536, a multiple of STEP apart"},
        WithError{fp8, "instruction.shape.n", "8..32:8,48..256",
                  "instruction.shape.n: \"48..256\" is not a range; write a number or "
                  "\"MIN..MAX:STEP\""},
        WithError{fp8, "instruction.shape.n", "8..32:8,40..248:16",
                  "instruction.shape.n: \"8..32:8,40..248:16\" is not one range with a wider step "
                  "behind it; let the second have a greater STEP and begin one such STEP after "
                  "the end of the first"},
        WithError{fp8, "instruction.shape.n", "16..32:16,40..64:8",
                  "instruction.shape.n: \"16..32:16,40..64:8\" is not one range with a wider step "
                  "behind it; let the second have a greater STEP and begin one such STEP after "
                  "the end of the first"},
        WithError{fp8, "instruction.shape.k", "257",
                  "instruction.shape.k: 257 is out of range; use 1..256"},
        WithError{fp8, "instruction.order", "{ modulus = 257, first = [1] }",
                  "instruction.order.modulus: 257 is out of range; use 1..256"},
        WithError{fp8, "instruction.scale", "{ format = \"ue8m0\", block = 257 }",
                  "instruction.scale.block: 257 is out of range; use 1..256"},
        WithError{fp8, "structure.adder_tree.radix", "1",
                  "structure.adder_tree.radix: 1 is out of range; use 2..128"}),
    PrintedName());

INSTANTIATE_TEST_SUITE_P(
    Paths, SetErrors,
    ::testing::Values(
        WithError{fp8, "dto.fraction_bits", "3",
                  "dto.fraction_bits: unknown field \"dto\"; did you mean \"dot\"?"},
        WithError{fp8, "dot.fracton_bits", "3",
                  "sum.dot.fracton_bits: unknown field; did you mean \"fraction_bits\"?"},
        WithError{fp8, "structure.adder_tre.radix", "2",
                  "structure.adder_tre: unknown field; did you mean \"adder_tree\"?"},
        WithError{fp8, "lanes.x", "3", "lanes.x: names no field; write the field's name after it"},
        WithError{fp8, "dot", "3", "dot: names no field; write the field's name after it"},
        WithError{fp8, "", "3",
                  ": unknown field \"\"; use one of \"lanes\", \"flush\", \"product\", "
                  "\"zero_sign\", \"sum\", \"result\", \"stages\", \"structure\", \"instruction\", "
                  "\"dot\""},
        WithError{fp8, "instruction.datapath", "ada.f64",
                  "instruction.datapath: names another row; write a file with the instruction you "
                  "want"}),
    PrintedName());

const char kTooLarge[] =
    "Error while parsing decimal integer: '99999999999999999999' is not representable in 64 bits; "
    "write it as TOML 1.0";

INSTANTIATE_TEST_SUITE_P(
    Values, SetErrors,
    ::testing::Values(
        WithError{fp8, "dot.fraction_bits", "17\n[instruction.\"x\"]",
                  "dot.fraction_bits: a line break cannot be used; write one value"},
        WithError{fp8, "lanes", "99999999999999999999", std::string("lanes: ") + kTooLarge},
        WithError{fp8, "lanes", "true",
                  "lanes: a truth value cannot be used; write a whole number, 1..64"},
        WithError{fp8, "lanes", "16.0",
                  "lanes: a fraction cannot be used; write a whole number, 1..64"},
        WithError{fp8, "formats.a", "f16",
                  "formats.a: unknown field \"formats\"; did you mean \"instruction.formats.a\"?"},
        WithError{fp8, "result.format", "f32\x1b",
                  "result.format: unknown format \"f32\\x1b\"; did you mean \"f32\"?"},
        WithError{fp8, "undecided", "[]",
                  "undecided: unknown field \"undecided\"; use one of \"lanes\", \"flush\", "
                  "\"product\", \"zero_sign\", \"sum\", \"result\", \"stages\", \"structure\", "
                  "\"instruction\", \"dot\""},
        WithError{fp8, "instruction.evidence", "[]",
                  "instruction.evidence: a changed unit has no evidence; write a file with the "
                  "instruction you want"},
        WithError{fp8, "structure.units", "257",
                  "structure.units: 257 is out of range; use 1..256"}),
    PrintedName());

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
