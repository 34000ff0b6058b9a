// SPDX-License-Identifier: Apache-2.0
// Leading zeros that are anticipated are proved, and so is what is done with them; faults of either
// are refuted.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>

#include "mmasc/proof/leading_zeros.h"
#include "proof/proof_of.h"
#include "random/anticipating.h"
#include "random/flagged_units.h"

namespace mmasc {
namespace {

using proof::Outcome, proof::UnitProof;
using testing::kTruncating;

constexpr const char* kNearest = "rdna3/v_wmma_f32_16x16x16_f16";

Plan plan_of(const Unit& unit) { return make_plan(anticipating(unit).value()); }

void expect_proved(const Plan& plan, int sums) {
  const UnitProof proof = proof::prove_rtl(plan, emit_rtl(plan, "unit"));
  EXPECT_EQ(proof.outcome, Outcome::proved) << testing::stages_not_proved(proof);
  EXPECT_EQ(std::ranges::count(proof.theorems, "leading zeros", &proof::Theorem::claim), sums);
}

// Of every stage with sums that round.
TEST(LeadingZeros, AreProved) {
  expect_proved(plan_of(catalog().find(kTruncating)), 1);
  expect_proved(plan_of(catalog().find(kNearest)), 1);
}

TEST(LeadingZeros, OfUnitsWithFlagsAreProved) { expect_proved(plan_of(flagged_units()[2]), 1); }

// Every number of six bits, every count of three.
TEST(LeadingZeros, AreThoseOfTheMagnitudeOrUpToTwoFewer) {
  for (unsigned number = 0; number < 64; ++number)
    for (int told = 0; told < 8; ++told) {
      proof::AndGraph gates;
      const auto constant = [](unsigned value, int bits) {
        proof::Literals word;
        for (int i = 0; i < bits; ++i)
          word.push_back((value >> i & 1) != 0 ? proof::kTrue : proof::kFalse);
        return word;
      };
      const int zeros = std::countl_zero(number << 26);
      const bool is_right = number == 0 || (told <= zeros && told >= zeros - 2);
      EXPECT_EQ(proof::lead(gates, constant(number, 6), constant(static_cast<unsigned>(told), 3)),
                is_right ? proof::kTrue : proof::kFalse)
          << number << " " << told;
    }
}

struct Broken {
  const char *name, *unit, *file, *from, *to, *stage, *claim;
};

class BrokenLeadingZeros : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenLeadingZeros, AreRefuted) {
  const Plan plan = plan_of(catalog().find(GetParam().unit));
  Rtl rtl = emit_rtl(plan, "unit");
  const auto file = std::ranges::find(rtl.files, GetParam().file, &RtlFile::name);
  ASSERT_NE(file, rtl.files.end());
  const std::size_t at = file->text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  file->text.replace(at, std::string(GetParam().from).size(), GetParam().to);
  const UnitProof proof = proof::prove_rtl(plan, rtl);
  ASSERT_EQ(proof.outcome, Outcome::refuted);
  const auto first = std::ranges::find(proof.theorems, Outcome::refuted, &proof::Theorem::outcome);
  ASSERT_NE(first, proof.theorems.end());
  EXPECT_EQ(first->stage, GetParam().stage);
  EXPECT_EQ(first->claim, GetParam().claim);
  ASSERT_TRUE(first->example);
  EXPECT_FALSE(first->example->field.empty());
  EXPECT_NE(first->example->model, first->example->other);
}

constexpr Broken kBroken[] = {
    {"OnesTakenForZeros", kTruncating, "mmasc_anticipate.sv", "both[BITS:1] & ~none",
     "both[BITS:1] & none", "adder_tree_0_1", "leading zeros"},
    {"OnePlaceFurther", kTruncating, "mmasc_anticipate.sv",
     "{|digit[BITS-1:BITS-3], digit[BITS-4:0]}", "{|digit[BITS-1:BITS-2], digit[BITS-3:1]}",
     "adder_tree_0_1", "leading zeros"},
    {"OnePlaceAlone", kTruncating, "mmasc_normalize.sv", "moves_two = two_low && has_more",
     "moves_two = 1'b0", "normalizer_result", "fields"},
    {"BelowTheLeastExponent", kTruncating, "mmasc_normalize.sv", "moves_one = one_low && has_room",
     "moves_one = one_low", "normalizer_result", "fields"},
    {"StickyBitOfAPlaceLost", kNearest, "mmasc_normalize.sv", "rest_of_two || aligned[REST-2]",
     "rest_of_two", "normalizer_result", "fields"},
};
INSTANTIATE_TEST_SUITE_P(Each, BrokenLeadingZeros, ::testing::ValuesIn(kBroken),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace mmasc
