// SPDX-License-Identifier: Apache-2.0
// Costs of units with the additions behind them.
#include "mmasc/cost/whole.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "mmasc/arith/promotion.h"
#include "mmasc/arith/reference.h"
#include "mmasc/cost/random_word.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

const Unit& narrow() { return catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"); }

const Unit& with_late_c() { return catalog().find("hopper/mma.m16n8k32.f32.e4m3.e4m3.f32"); }

TEST(WholeUnit, WithoutAdditionsIsTheUnit) {
  const UnitCost alone = estimate(make_plan(narrow())), whole = estimate(WholeUnit{narrow()});
  EXPECT_EQ(whole.all.area, alone.all.area);
  EXPECT_EQ(whole.all.delay, alone.all.delay);
  EXPECT_EQ(whole.slowest, alone.slowest);
  EXPECT_EQ(whole.stages.size(), alone.stages.size());
}

void expect_sum(const UnitCost& whole, const UnitCost& unit, const UnitCost& addition,
                const std::string& name) {
  StageCost sum;
  for (const UnitCost* const part : {&unit, &addition})
    for (const StageCost& stage : part->stages) {
      sum.area += stage.area;
      sum.flip_flops += stage.flip_flops;
    }
  EXPECT_EQ(whole.all.area, sum.area);
  EXPECT_EQ(whole.all.flip_flops, sum.flip_flops);
  EXPECT_EQ(whole.all.gates, sum.area / whole.nand2_area);
  EXPECT_EQ(whole.all.delay, std::max(unit.all.delay, addition.all.delay));
  ASSERT_EQ(whole.stages.size(), unit.stages.size() + addition.stages.size());
  for (std::size_t i = 0; i < addition.stages.size(); ++i)
    EXPECT_EQ(whole.stages[unit.stages.size() + i].stage, name + " " + addition.stages[i].stage);
}

UnitCost estimate_of_part(const WholeUnit& whole, std::size_t part) {
  return estimate(make_plan(parts_of({&whole, 1})[part]));
}

TEST(WholeUnit, HasThePromotionsAddition) {
  const WholeUnit whole{narrow(), {Rounding::nearest_even}};
  const UnitCost addition = estimate_of_part(whole, 1);
  EXPECT_GT(addition.all.area, 0);
  expect_sum(estimate(whole), estimate(make_plan(narrow())), addition, "promotion");
  EXPECT_NE(estimate(whole).all.area,
            estimate(WholeUnit{narrow(), {Rounding::toward_zero}}).all.area);
  EXPECT_EQ(estimate(whole).additions_area, addition.all.area);
}

// Sums of f16 are added to f32 ones, and these to others.
TEST(WholeUnit, HasTheAdditionsOfTwoLevels) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f16.e4m3.e4m3");
  const WholeUnit whole{unit, {.outer = Rounding::nearest_even, .inner = Rounding::nearest_even}};
  const auto additions = whole.additions();
  ASSERT_EQ(additions.size(), 2U);
  EXPECT_EQ(additions[0].first, "inner_promotion");
  EXPECT_EQ(additions[0].second.instruction.a->name, "f16");
  EXPECT_EQ(additions[1].first, "promotion");
  EXPECT_EQ(additions[1].second.instruction.a->name, "f32");
  EXPECT_EQ(estimate(whole).additions_area,
            estimate_of_part(whole, 1).all.area + estimate_of_part(whole, 2).all.area);
}

TEST(WholeUnit, HasTheLateCsAddition) {
  const WholeUnit whole{with_late_c()};
  ASSERT_TRUE(whole.unit.instruction.late_c);
  expect_sum(estimate(whole), estimate(make_plan(whole.unit)), estimate_of_part(whole, 1),
             "late_c");
}

// A word of 32 bits for each 32 that a step draws, or a part of them.
TEST(WholeUnit, HasTheGeneratorOfItsRandomBits) {
  const std::string rounding = "{ mode = \"stochastic\", random_bits = 8 }";
  const StageCost word = estimated_random_word();
  for (const auto& [lanes, words] : {std::pair(2, 1), {3, 1}, {4, 2}, {8, 3}}) {  // and c's 8 bits
    const Unit unit = narrow()
                          .with("instruction.shape.k", lanes)
                          .with("lanes", lanes)
                          .with("dot.alignment_rounding", rounding);
    ASSERT_EQ(random_words(make_plan(unit)), words) << lanes;
    const UnitCost alone = estimate(make_plan(unit)), whole = estimate(WholeUnit{unit});
    ASSERT_EQ(whole.stages.size(), alone.stages.size() + 1);
    EXPECT_EQ(whole.stages.back().stage, "random_bits");
    EXPECT_EQ(whole.stages.back().area, words * word.area);
    EXPECT_EQ(whole.all.flip_flops, alone.all.flip_flops + 32 * words);
    EXPECT_EQ(whole.all.delay, alone.all.delay);
    EXPECT_EQ(whole.slowest, alone.slowest);
  }
}

// It adds as the unit outside does, and has no multiplier worth its name.
TEST(WholeUnit, TheAdditionIsTheSameWithoutItsMultiplier) {
  const WholeUnit whole{narrow(), {Rounding::nearest_even}};
  const Plan costed = make_plan(parts_of({&whole, 1})[1]),
             used = make_promotion_plan(narrow(), Rounding::nearest_even);
  const PromotedSum sum(narrow(), Rounding::nearest_even);
  Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t partial = random.next() & 0xffffffff, before = random.next() & 0xffffffff;
    Operands in;
    in.push_back(Operand::a, partial);
    in.push_back(Operand::b, 1);
    in.c() = before;
    in.c_is_input = true;
    ASSERT_EQ(evaluate(costed, in).d, sum.add(partial, before)) << partial << " " << before;
  }
  EXPECT_LT(estimate(costed).stages[0].area, estimate(used).stages[0].area / 3);
}

TEST(WholeUnit, WhatF32DoesNotHaveIsNotPromoted) {
  const WholeUnit integer{catalog().find("turing/mma.m8n8k16.s32.s8.s8.s32"),
                          {Rounding::nearest_even}};
  EXPECT_THROW(integer.additions(), InputError);
}

TEST(WholeUnit, PartsAreInOrder) {
  const Unit& late = with_late_c();
  const std::vector<WholeUnit> wholes{{narrow(), {Rounding::nearest_even}}, {late}, {narrow()}};
  const std::vector<Unit> parts = parts_of(wholes);
  ASSERT_EQ(parts.size(), 5U);
  EXPECT_EQ(parts[1].instruction.id, narrow().instruction.id + ", promotion");
  EXPECT_EQ(parts[3].instruction.id, late.instruction.id + ", late_c");
  std::vector<UnitCost> costs;
  for (const Unit& part : parts) costs.push_back(estimate(make_plan(part)));
  const std::vector<UnitCost> all = whole_costs(wholes, costs);
  ASSERT_EQ(all.size(), 3U);
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(all[i].all.area, estimate(wholes[i]).all.area) << i;
}

}  // namespace
}  // namespace mmasc
