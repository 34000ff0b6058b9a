// SPDX-License-Identifier: Apache-2.0
// Faults of leading zeros that are anticipated, and of what is done with them, are refuted, by
// operands that show them.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>

#include "mmasc/proof/leading_zeros.h"
#include "mmasc/proof/whole_logic.h"
#include "printed_name.h"
#include "proof/proof_of.h"
#include "random/anticipating.h"
#include "random/flagged_units.h"

namespace mmasc {
namespace {

using proof::Outcome, proof::UnitProof;

Unit row(const char* id) { return anticipating(catalog().find(id)).value(); }
Unit truncating() { return anticipating(testing::narrow_truncating()).value(); }
Unit nearest_even() { return row("rdna3/v_wmma_f32_16x16x16_f16"); }
Unit with_flags() { return anticipating(flagged_units()[2]).value(); }

proof::Literals constant(std::uint64_t value, int bits) {
  proof::Literals word;
  for (int i = 0; i < bits; ++i)
    word.push_back((value >> i & 1) != 0 ? proof::kTrue : proof::kFalse);
  return word;
}

// Every number of six bits, every count of three.
TEST(LeadingZeros, AreThoseOfTheMagnitudeOrUpToTwoFewer) {
  for (unsigned number = 0; number < 64; ++number)
    for (int told = 0; told < 8; ++told) {
      proof::AndGraph gates;
      const int zeros = std::countl_zero(number << 26);
      const bool is_right = number == 0 || (told <= zeros && told >= zeros - 2);
      EXPECT_EQ(proof::lead(gates, constant(number, 6), constant(static_cast<unsigned>(told), 3)),
                is_right ? proof::kTrue : proof::kFalse)
          << number << " " << told;
    }
}

struct Broken {
  const char* name;
  Unit (*unit)();
  const char *file, *from, *to, *stage, *claim;
};

class BrokenLeadingZeros : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenLeadingZeros, AreRefuted) {
  const Plan plan = make_plan(GetParam().unit());
  const Rtl rtl = testing::with_changed_text(emit_rtl(plan, "unit"), GetParam().file,
                                             GetParam().from, GetParam().to);
  const UnitProof proof = proof::prove_rtl(plan, rtl);
  ASSERT_EQ(proof.outcome, Outcome::refuted);
  const auto first = std::ranges::find(proof.theorems, Outcome::refuted, &proof::Theorem::outcome);
  ASSERT_NE(first, proof.theorems.end());
  EXPECT_EQ(first->stage, GetParam().stage);
  EXPECT_EQ(first->claim, GetParam().claim);
  ASSERT_TRUE(first->example);
  EXPECT_FALSE(first->example->field.empty());
  EXPECT_EQ(first->example->model.size(), first->example->other.size());
  EXPECT_NE(first->example->model, first->example->other);
  EXPECT_FALSE(proof.operands.empty());
}

constexpr Broken kBroken[] = {
    {"OnesTakenForZeros", truncating, "mmasc_anticipate.sv", "both[BITS:1] & ~none",
     "both[BITS:1] & none", "adder_tree_0_1", "leading zeros"},
    {"OnePlaceFurther", truncating, "mmasc_anticipate.sv",
     "{|digit[BITS-1:BITS-3], digit[BITS-4:0]}", "{|digit[BITS-1:BITS-2], digit[BITS-3:1]}",
     "adder_tree_0_1", "leading zeros"},
    {"ThoseOfTheSumBeside", pair_of_rounded_sums, "mmasc_adder_tree.sv", "+ZEROS_LOW+:ZEROS]",
     "+(SUMS == 2 ? ZEROS - ZEROS_LOW : ZEROS_LOW)+:ZEROS]", "adder_tree_0_0", "leading zeros"},
    {"ThoseOfTheTermBeside", pair_of_rounded_sums, "mmasc_normalizer.sv",
     "t*ZEROS_BITS+:", "(TERMS-1-t)*ZEROS_BITS+:", "normalizer_0", "fields"},
    {"OnePlaceAlone", truncating, "mmasc_normalize.sv", "moves_two = two_low && has_more",
     "moves_two = 1'b0", "normalizer_result", "fields"},
    {"BelowTheLeastExponent", truncating, "mmasc_normalize.sv", "moves_one = one_low && has_room",
     "moves_one = one_low", "normalizer_result", "fields"},
    {"TinyOnlyIfItDoesNotMove", with_flags, "mmasc_normalize.sv", "(one_low && !has_room)", "1'b0",
     "normalizer_result", "fields"},
    {"TinyOnlyIfItMovesOnce", with_flags, "mmasc_normalize.sv", "(two_low && !has_more)", "1'b0",
     "normalizer_result", "fields"},
    {"StickyBitOfAPlaceLost", nearest_even, "mmasc_normalize.sv",
     "rest_of_two || aligned[REST_BITS-2]", "rest_of_two", "normalizer_result", "fields"},
};
INSTANTIATE_TEST_SUITE_P(Each, BrokenLeadingZeros, ::testing::ValuesIn(kBroken), OwnName());

// The fault shows where the highest bits of the sum are 00000001: so are those of the sum that the
// model makes of the operands that are found.
TEST(LeadingZeros, OperandsThatAreFoundBringTheFaultAbout) {
  const Plan plan = make_plan(truncating());
  const UnitProof proof = proof::prove_rtl(
      plan, testing::with_changed_text(
                emit_rtl(plan, "unit"), "mmasc_normalize.sv", "moves_two = two_low && has_more",
                "moves_two = two_low && has_more && !(significand_i[BITS_IN-1-:8] == 1)"));
  ASSERT_FALSE(proof.operands.empty());
  const auto stages = symbolic_stages(plan);
  proof::AndGraph gates;
  proof::Payload operands;
  for (std::size_t f = 0; f < stages[0].in.size(); ++f)
    operands.push_back(constant(proof.operands[f].bits, stages[0].in[f].width));
  const auto payloads = proof::model_payloads(gates, stages, operands);
  const auto& tree = stages[stages.size() - 2].out;
  const auto sum = std::ranges::find(tree, "term_0.significand", &SymbolicField::name);
  ASSERT_NE(sum, tree.end());
  const proof::Literals bits =
      payloads[stages.size() - 2][static_cast<std::size_t>(sum - tree.begin())];
  for (std::size_t i = 1; i <= 8; ++i)
    EXPECT_EQ(bits[bits.size() - i], i == 8 ? proof::kTrue : proof::kFalse) << i;
}

}  // namespace
}  // namespace mmasc
