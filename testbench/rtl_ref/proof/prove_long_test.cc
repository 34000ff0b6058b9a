// SPDX-License-Identifier: Apache-2.0
// Every family is proved; every planted fault is refuted at its stage, with operands that show it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "printed_name.h"
#include "proof/families.h"
#include "proof/proof_of.h"
#include "random/anticipating.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

class EveryFault : public ::testing::TestWithParam<testing::TextFault> {};

TEST_P(EveryFault, IsRefutedAtItsStage) {
  testing::expect_refuted(catalog().find(GetParam().unit), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, EveryFault, ::testing::ValuesIn(testing::kTextFaults),
                         [](const auto& each) { return std::string(each.param.name); });

class EveryFamily : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryFamily, IsProvedByItsStages) {
  testing::expect_proved(make_plan(catalog().find(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(All, EveryFamily, ::testing::ValuesIn(testing::smallest_of_families()),
                         PrintedName());

TEST(LeadingZeros, OfAResultOfARowAreProved) {
  for (const char* id : {testing::kTruncating, "rdna3/v_wmma_f32_16x16x16_f16"}) {
    const Plan plan = make_plan(anticipating(catalog().find(id)).value());
    const proof::UnitProof proof = proof::prove_rtl(plan, emit_rtl(plan, "unit"));
    EXPECT_EQ(proof.outcome, proof::Outcome::proved) << testing::stages_not_proved(proof);
    EXPECT_EQ(std::ranges::count(proof.theorems, proof::kLeadingZeros, &proof::Theorem::claim), 1);
  }
}

// Whole words of floating point, an integer's, and roundings that draw random bits.
TEST(MoreKinds, AreProvedByTheirStages) {
  std::vector<Unit> units{stochastic_unit(0)};
  for (const char* id : {"volta/mma.m8n8k4.f32.f16.f16.f32", "x86/vdpbf16ps", "x86/vpdpbusd"})
    units.push_back(catalog().find(id));
  for (const Unit& unit : units) {
    const Plan plan = make_plan(unit);
    const proof::UnitProof proof = proof::prove_rtl(plan, emit_rtl(plan, "unit"));
    EXPECT_EQ(proof.outcome, proof::Outcome::proved)
        << unit.instruction.id << testing::stages_not_proved(proof);
  }
}

// Words of more than 120 bits have no bounds; that a partial sum is not the least of its width goes
// from level to level.
TEST(WideWindows, OfSeveralLevelsAreProved) {
  const Plan plan =
      make_plan(catalog().find(testing::kTruncating).with("dot.fraction_bits", "125"));
  const proof::UnitProof proof = proof::prove_rtl(plan, emit_rtl(plan, "unit"));
  EXPECT_EQ(proof.outcome, proof::Outcome::proved) << testing::stages_not_proved(proof);
}

// Two partial sums fill the next adder: its sum fits because neither is the least of its width.
TEST(WideWindows, ThatPartialSumsFillAreProved) {
  const Unit unit = parse_unit(R"(
[datapath.x]
lanes  = 8
sum    = [{ name = "group", terms = ["products"], round_to = "f32" }, { name = "accumulate", terms = ["c", "group"] }]
result = { format = "f32", nan = "7fc00000" }

[instruction."my/x"]
shape    = { m = 4, n = 4, k = 8 }
formats  = { a = "e6m1", b = "e6m1", c = "f32" }
datapath = "x"
)");
  const Plan plan = make_plan(unit);
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
