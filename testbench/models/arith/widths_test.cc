// SPDX-License-Identifier: Apache-2.0
// The bits that a plan gives to terms and sums, counted by hand.
#include <gtest/gtest.h>

#include "agreement/unit_lines.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/plan.h"

namespace mmasc {
namespace {

Plan plan_of(const std::string& unit, const std::string& changes = "") {
  return make_plan(
      unit_of_line((unit.find('/') == unit.npos ? "rows.toml:my/" + unit : unit) + changes));
}

TEST(Widths, OfCoarseFactorsAreThoseOfAStepMore) {
  const TermWidths plain = plan_of("dot").multiplier.product;
  const TermWidths coarse =
      plan_of("dot", " --set product.exponent_grid.step=4").multiplier.product;
  EXPECT_EQ(coarse.magnitude_bits, plain.magnitude_bits + 6);
  EXPECT_EQ(coarse.fraction_bits, plain.fraction_bits + 6);
  EXPECT_EQ(coarse.exponent_min, -24);
  EXPECT_EQ(coarse.exponent_max, 32);
}

// A term may stand as far above e_max as its exponent is lowered, and the sum has room for it.
TEST(Widths, OfASumGrowByWhatAnExponentIsLowered) {
  const auto bits = [](int offset) {
    return plan_of("dot", " --set 'dot.terms=[\"products\", { from = \"c\", exponent_offset = " +
                              std::to_string(offset) + " }]'")
        .sums[0]
        .sum_bits;
  };
  EXPECT_EQ(bits(0), 8);    // two products of 2 + 3 bits and c of 1 + 3: 7 bits and a sign
  EXPECT_EQ(bits(-8), 14);  // c takes 1 + 8 + 3 bits, a carry and a sign
  EXPECT_LE(bits(8), 8);
}

TEST(Widths, OfAnExactSumOfTwoTermsAreAWindow) {
  const std::string cancelled = "{ name = \"pair\", terms = [\"products\"], cancelled = \"zero\" }",
                    untold = "{ name = \"pair\", terms = [\"products\"] }";
  const auto of_pair = [](const std::string& pair) {
    return plan_of("exact", " --set zero_sign=ieee --set 'sum=[" + pair +
                                ", { name = \"dot\", terms = [\"pair\", \"c\"] }]'");
  };
  const Plan wide = plan_of("exact", " --set zero_sign=ieee"), narrow = of_pair(cancelled);
  EXPECT_FALSE(wide.sums[0].sticky);
  EXPECT_FALSE(of_pair(untold).sums[1].sticky);  // the pair's sum may be 0, and far above c
  EXPECT_TRUE(narrow.sums[1].sticky);
  EXPECT_LT(2 * narrow.sums[1].sum_bits, wide.sums[0].sum_bits);
}

TEST(Widths, OfATermThatIsAloneAreItsBits) {
  const Plan plan =
      plan_of("exact",
              " --set 'sum=[{ name = \"dot\", terms = [\"products\", \"c\"], round_to = "
              "\"f32\" }, { name = \"same\", terms = [\"dot\"] }]'");
  EXPECT_EQ(plan.sums[1].sum_bits, 25);  // f32's significand and a sign
  EXPECT_FALSE(plan.groups[plan.sums[1].first_group].shifts);
}

// 16 products of 16 bits, or of 8, that share their scales. Where one e_max is above them, they are
// aligned to it.
TEST(Widths, OfScaledProductsAreThoseOfTheProducts) {
  const std::string row = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.";
  for (const auto& [scales, bits] : {std::pair{"4X.ue4m3", 21}, {"2X.ue8m0", 13}}) {
    const Plan plan = plan_of(row + scales);
    EXPECT_EQ(plan.sums[0].addend_count, 16) << scales;
    EXPECT_EQ(plan.sums[0].sum_bits, bits) << scales;
    EXPECT_FALSE(plan.groups[plan.sums[0].first_group].shifts) << scales;
  }
  const Plan floored = plan_of(row + "4X.ue4m3", " --set group.exponent_floor=0");
  EXPECT_GT(floored.sums[0].sum_bits, 21);
  EXPECT_TRUE(floored.groups[floored.sums[0].first_group].shifts);
}

// The sums are rounded ones of two terms and of many; the first two have a narrow window.
TEST(Widths, OfAnExactSumAreNoMoreForItsFloor) {
  for (const auto& [id, sum] : {std::pair{"arm/bfdot", "accumulate"},
                                {"cdna2/v_mfma_f32_32x32x8f16", "pairs"},
                                {"cdna1/v_mfma_f32_32x32x4bf16", "dot"}})
    for (const char* const floor : {"-126", "0", "900"}) {
      const Plan with = plan_of(id, std::string(" --set ") + sum + ".exponent_floor=" + floor);
      const Plan without = plan_of(id);
      for (int s = 0; s < without.sums.size(); ++s)
        EXPECT_EQ(with.sums[s].sum_bits, without.sums[s].sum_bits) << id << ", sum " << s;
    }
}

SumPlan group_of(const std::string& changes) { return plan_of("group", changes).sums[0]; }

// e4m3 has the exponents -6 to 8 and e2m1 0 to 2, and a product four fraction bits.
TEST(Widths, OfSharedScalesAreNone) {
  const Plan plan = plan_of("group"), of_20 = plan_of("group", " --set group.fraction_bits=20");
  EXPECT_EQ(plan.sums[0].fraction_bits, 4 + 14 + 2);
  EXPECT_EQ(plan.sums[0].sum_bits, 6 + 16 + 2 + 1);
  EXPECT_EQ(plan.sums[0].sum_bits, of_20.sums[0].sum_bits);
  EXPECT_EQ(plan.sums[2].sum_bits, of_20.sums[2].sum_bits);
  EXPECT_EQ(plan.sums[0].output.exponent_min, -6 + 2 * -127);
  EXPECT_EQ(group_of(" --set group.exponent_grid.step=4").fraction_bits, 20 + 3);
  EXPECT_EQ(group_of(" --set group.zero_exponent=ignored").fraction_bits, 20);
  const std::string scales = " --set group.exponent=scales";
  EXPECT_EQ(group_of(scales + " --set group.zero_exponent=ignored").fraction_bits,
            group_of(scales).fraction_bits);
}

// A number that may be the largest exponent lies anywhere beside the scales, and other groups have
// other scales.
TEST(Widths, OfSharedScalesAreSomeWhereOthersGiveAnExponent) {
  constexpr int kScales = 2 * 254;
  for (const char* change : {"group.zero_exponent=-40", "group.exponent_floor=-40",
                             "product.zero_factor_exponent=3", "group.groups=1"})
    EXPECT_GT(group_of(std::string(" --set ") + change).sum_bits, kScales) << change;
  EXPECT_LT(group_of(" --set 'group.terms=[\"products.even\", { from = \"products.odd\", "
                     "exponent_offset = -3, negated = true }]' --set group.groups=1 --set "
                     "instruction.scale.block=8")
                .sum_bits,
            60);
}

// Sums of such sums, too: a pair's exponent lies no further from another's of the block.
TEST(Widths, OfSumsOfSumsUnderSharedScales) {
  const auto of_pairs = [](const std::string& pair) {
    return plan_of("group",
                   " --set instruction.scale.format=ue4m3 --set 'sum=[{ name = \"pair\", "
                   "terms = [\"products\"], groups = 4" +
                       pair +
                       " }, { name = \"group\", terms = [\"pair\"], groups = 2 }, { name "
                       "= \"dot\", terms = [\"group\", \"c\"], fraction_bits = 35 }]'");
  };
  const Plan plan = of_pairs("");
  EXPECT_EQ(plan.sums[0].fraction_bits, 4 + 3 + 3 + 16);  // 3 of each scale
  EXPECT_EQ(plan.sums[4].fraction_bits, plan.sums[0].fraction_bits + 16);
  EXPECT_GT(of_pairs(", exponent_floor = -300").sums[4].fraction_bits, 60);
  const Plan level = of_pairs(", exponent = \"scales\"");
  EXPECT_EQ(level.sums[4].fraction_bits, level.sums[0].fraction_bits);
  EXPECT_FALSE(level.groups[level.sums[4].first_group].shifts);
}

// Sums side by side are as wide as the one that has products of two blocks.
TEST(Widths, OfProductsOfTwoBlocks) {
  const Plan plan =
      plan_of("group",
              " --set 'sum=[{ name = \"first\", terms = [\"products[0:2]\"] }, { name = "
              "\"group\", terms = [\"products[2:8]\"], groups = 2 }, { name = \"dot\", "
              "terms = [\"first\", \"group\", \"c\"], fraction_bits = 35 }]'");
  EXPECT_GT(plan.sums[1].sum_bits, 2 * 254);
  EXPECT_EQ(plan.sums[1].sum_bits, plan.sums[2].sum_bits);
}

}  // namespace
}  // namespace mmasc
