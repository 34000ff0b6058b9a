// SPDX-License-Identifier: Apache-2.0
// Every planted fault is refuted at its stage, with operands that show it.
#include <gtest/gtest.h>

#include "proof/proof_of.h"
#include "random/anticipating.h"

namespace mmasc {
namespace {

class EveryFault : public ::testing::TestWithParam<testing::TextFault> {};

TEST_P(EveryFault, IsRefutedAtItsStage) { testing::expect_refuted(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, EveryFault, ::testing::ValuesIn(testing::kTextFaults),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(LeadingZeros, OfAResultThatRoundsAreProved) {
  const Plan plan =
      make_plan(anticipating(catalog().find("rdna3/v_wmma_f32_16x16x16_f16")).value());
  const proof::UnitProof proof = proof::prove_rtl(plan, emit_rtl(plan, "unit"));
  EXPECT_EQ(proof.outcome, proof::Outcome::proved) << testing::stages_not_proved(proof);
}

// Words of more than 120 bits have no bounds; that a partial sum is not the least of its width goes
// from level to level.
TEST(WideWindows, OfSeveralLevelsAreProved) {
  const Plan plan =
      make_plan(catalog().find(testing::kTruncating).with("dot.fraction_bits", "125"));
  const proof::UnitProof proof = proof::prove_rtl(plan, emit_rtl(plan, "unit"));
  EXPECT_EQ(proof.outcome, proof::Outcome::proved) << testing::stages_not_proved(proof);
}

// An accumulator holds a number: a total with a sign beside it is negated before it wraps.
TEST(Accumulators, HoldNumbers) {
  for (const char* overflow : {"wrap", "saturate"}) {
    const Plan plan =
        make_plan(catalog()
                      .find(testing::kTruncating)
                      .with("dot.accumulator",
                            std::string("{ bits = 26, overflow = \"") + overflow + "\" }"));
    const Rtl rtl = emit_rtl(plan, "unit");
    const proof::UnitProof right = proof::prove_rtl(plan, rtl);
    EXPECT_EQ(right.outcome, proof::Outcome::proved) << testing::stages_not_proved(right);
    const testing::TextFault lost{
        "", "", "", "mmasc_total", "negated_i ? {BITS{1'b0}} - total_i : total_i", "total_i"};
    const proof::UnitProof wrong = proof::prove_rtl(plan, testing::with_fault(rtl, lost));
    EXPECT_EQ(wrong.outcome, proof::Outcome::refuted) << overflow;
  }
}

}  // namespace
}  // namespace mmasc
