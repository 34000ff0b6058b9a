// SPDX-License-Identifier: Apache-2.0
// What proofs ask of a unit's wires, of its text and of each lane; units that give the same d are
// told from those that do not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mmasc/arith/reference.h"
#include "mmasc/unit/error.h"
#include "proof/proof_of.h"

namespace mmasc {
namespace {

using proof::Outcome, proof::UnitProof;

TEST(Refuted, IsOpenBehindAStageThatIsOpen) {
  using proof::Theorem;
  std::vector<Theorem> theorems{
      {"multiplier", "fields", Outcome::refuted, "term_0", proof::Example{}, 0},
      {"aligner_0", "bounds", Outcome::open, "addend_0", {}, 0},
      {"aligner_0", "fields", Outcome::refuted, "addend_0", proof::Example{}, 0},
      {"adder_tree_0_0", "fields", Outcome::refuted, "term_0", proof::Example{}, 0}};
  proof::open_behind_open(theorems);
  EXPECT_EQ(theorems[0].outcome, Outcome::refuted);
  EXPECT_TRUE(theorems[0].example);
  EXPECT_EQ(theorems[2].outcome, Outcome::refuted);  // its own bounds say nothing of what enters
  EXPECT_TRUE(theorems[2].example);
  EXPECT_EQ(theorems[3].outcome, Outcome::open);
  EXPECT_FALSE(theorems[3].example);
}

// In the unit's module, between its stages.
struct BrokenWire {
  const char *from, *to, *at;
};

class Wires : public ::testing::TestWithParam<BrokenWire> {};

TEST_P(Wires, AreRefutedWhereTheyAreBroken) {
  const Plan plan = make_plan(testing::narrow_truncating());
  const UnitProof proof =
      proof::prove_rtl(plan, testing::with_changed_text(emit_rtl(plan, "unit"), "unit.sv",
                                                        GetParam().from, GetParam().to));
  EXPECT_EQ(proof.outcome, Outcome::refuted);
  EXPECT_EQ(proof.theorems.front().claim, "wires");
  EXPECT_TRUE(proof.theorems.front().at.starts_with(GetParam().at)) << proof.theorems.front().at;
}

INSTANTIATE_TEST_SUITE_P(Broken, Wires,
                         ::testing::Values(BrokenWire{".valid_i(aligner_0_valid)", ".valid_i(1'b1)",
                                                      "u_adder_tree_0_0.u_registers.valid_i"},
                                           BrokenWire{".id_i(multiplier_id)",
                                                      ".id_i(~multiplier_id)",
                                                      "u_aligner_0.u_registers.data_i"}),
                         [](const auto& each) { return "Wire" + std::to_string(each.index); });

// What Yosys reads otherwise than simulators do, or what no proof sees.
struct Hidden {
  const char *file, *from, *to, *says;
};

class HiddenFaults : public ::testing::TestWithParam<Hidden> {};

TEST_P(HiddenFaults, AreNoProof) {
  const Plan plan = make_plan(testing::narrow_truncating());
  const Rtl rtl = testing::with_changed_text(emit_rtl(plan, "unit"), GetParam().file,
                                             GetParam().from, GetParam().to);
  std::string said;
  try {
    const UnitProof proof = proof::prove_rtl(plan, rtl);
    EXPECT_EQ(proof.outcome, Outcome::open);
    said = proof.theorems.back().claim + " " + proof.theorems.back().at;
  } catch (const InputError& error) {
    said = error.what();
  }
  EXPECT_NE(said.find(GetParam().says), std::string::npos) << said;
}

constexpr const char* kLast = "mmasc_result_normalizer.sv";
constexpr const char* kData = ".data_i({id_i, d}),";

INSTANTIATE_TEST_SUITE_P(
    Each, HiddenFaults,
    ::testing::Values(
        Hidden{"mmasc_elastic.sv", "data_q <= data_i", "data_q <= ~data_i", "registers"},
        Hidden{"unit.sv", ".REGISTERS(1)", ".REGISTERS(3)", "registers unit.sv"},
        Hidden{kLast, "endmodule", "endmodule\nmodule my_mmasc_elastic_2 ();\nendmodule",
               "elastic"},
        Hidden{kLast, kData, ".data_i({id_i, d ^ {16{exponent_i[0] & 1'bx}}}),", "'bx"},
        Hidden{"unit.sv", "endmodule", "defparam u_multiplier.REGISTERS = 1;\nendmodule",
               "defparam"},
        Hidden{kLast, "endmodule", "`include \"/tmp/other.svh\"\nendmodule", "include"},
        Hidden{kLast, "endmodule", "bind mmasc_sum other u_other ();\nendmodule", "bind"},
        Hidden{kLast, "endmodule", "`ifdef SYNTHESIS\n`endif\nendmodule", "macro"},
        Hidden{kLast, "endmodule",
               "wire n;\nassign n = 1'b0;\nassign n = exponent_i[0];\nendmodule",
               "several drivers"}),
    [](const auto& each) { return "Fault" + std::to_string(each.index); });

// Each lane's claim is that of every other lane, and is asked once.
TEST(ProvedClaims, OfLanesAreAskedOnce) {
  const Plan plan = make_plan(testing::narrow_truncating());
  const proof::ProofOptions options;
  EXPECT_EQ(proof::prove_rtl(plan, emit_rtl(plan, "unit"), options).outcome, Outcome::proved);
  const std::size_t asked = options.proved->size();
  EXPECT_GT(asked, 0U);
  EXPECT_LT(asked, 40U);  // of some 120 terms and fields
  EXPECT_EQ(proof::prove_rtl(plan, emit_rtl(plan, "unit"), options).outcome, Outcome::proved);
  EXPECT_EQ(options.proved->size(), asked);
}

struct Change {
  const char *field, *value;
};

class Differing : public ::testing::TestWithParam<Change> {
 protected:
  const Unit unit_ = catalog().find(testing::kTruncating);
  const Plan plan_ = make_plan(unit_);
};

TEST_P(Differing, IsShownByOperands) {
  const Plan other = make_plan(unit_.with(GetParam().field, GetParam().value));
  const UnitProof proof = proof::prove_same(plan_, other);
  ASSERT_EQ(proof.outcome, Outcome::refuted) << GetParam().field;
  const Operands in = testing::operands_of_elements(proof.operands);
  EXPECT_NE(evaluate(plan_, in).d, evaluate(other, in).d);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, Differing,
    ::testing::Values(Change{"dot.fraction_bits", "22"}, Change{"dot.fraction_bits", "24"},
                      Change{"dot.alignment_rounding", "down"},
                      Change{"dot.alignment_rounding", "nearest_even"},
                      Change{"dot.zero_exponent", "-20"}, Change{"dot.zero_sign", "ieee"},
                      Change{"result.rounding", "nearest_even"},
                      Change{"result.significand_fraction", "20"}, Change{"result.nan", "7fc00000"},
                      Change{"flush.inputs", "keep_sign"}),
    [](const auto& each) { return "Field" + std::to_string(each.index); });

class Same : public Differing {};

TEST_P(Same, IsProved) {
  const Plan other = make_plan(unit_.with(GetParam().field, GetParam().value));
  EXPECT_EQ(proof::prove_same(plan_, other).outcome, Outcome::proved) << GetParam().field;
}

INSTANTIATE_TEST_SUITE_P(
    Fields, Same,
    ::testing::Values(Change{"result.significand_fraction", "23"},
                      Change{"result.prerounding",
                             "{ significand_fraction = 40, rounding = \"toward_zero\" }"},
                      Change{"dot.exponent_floor", "-200"},
                      // No term lies as low.
                      Change{"dot.zero_exponent", "-130"},
                      // No sum that is not 0 is below the least subnormal number.
                      Change{"result.underflow", "keep_sign"}),
    [](const auto& each) { return "Field" + std::to_string(each.index); });

TEST(ProveSame, RefusesOtherOperands) {
  const Plan f16 = make_plan(catalog().find(testing::kTruncating));
  const Plan integers = make_plan(catalog().find(testing::kIntegers));
  EXPECT_THROW(proof::prove_same(f16, integers), InputError);
}

}  // namespace
}  // namespace mmasc
