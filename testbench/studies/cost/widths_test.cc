// SPDX-License-Identifier: Apache-2.0
// The bits that a stage is made of, by hand.
#include <gtest/gtest.h>

#include "mmasc/arith/sparsity.h"
#include "mmasc/arith/stage_widths.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

constexpr const char* kVolta = "volta/mma.m8n8k4.f32.f16.f16.f32";

std::vector<StageWidths> widths_of_volta(const char* field = nullptr, const char* value = "") {
  const Unit& unit = catalog().find(kVolta);
  return stage_widths(make_plan(field == nullptr ? unit : unit.with(field, value)));
}

// 4 products of 11 by 11 bits; c of 32 bits. Terms of 22 and of 24 bits, each with an exponent of
// 10 and 4 flags; id and valid.
TEST(Widths, OfAMultiplier) {
  const StageWidths w = widths_of_volta().front();
  EXPECT_EQ(w.stage, "multiplier");
  EXPECT_EQ(w.multiplier_bits, 4 * 10 * 10);
  EXPECT_EQ(w.operand_bits, 4 * (16 + 16) + 32);
  EXPECT_EQ(w.exponent_bits, 4 * (5 + 5));
  EXPECT_EQ(w.register_bits, 4 * (22 + 10 + 4) + (24 + 10 + 4) + 8 + 1);
  EXPECT_EQ(w.shifter_bits, 0);
}

// 22 bits in a window of 25: 23 and then 25 multiplexers a step of the five; c's window has 24.
// A shifter behind it adds its levels, and no rows of partial products.
TEST(Widths, OfAMultiplierInFixedPoint) {
  const Unit& unit =
      catalog().find("blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e2m1.1X.ue8m0");
  const StageWidths own = stage_widths(make_plan(unit)).front();
  const Plan plan = make_plan(unit.with(
      "sum",
      R"([{name="group",terms=["products"],exponent="scales"},{name="dot",terms=["group","c"],fraction_bits=25}])"));
  const StageWidths fixed = stage_widths(plan).front();
  EXPECT_EQ(plan.multiplier.fixed_point_shift, 16);
  EXPECT_EQ(fixed.fan_out, own.fan_out);
  EXPECT_EQ(fixed.carry_levels, own.carry_levels);
  EXPECT_EQ(fixed.select_levels, own.select_levels + 5);
  EXPECT_EQ(fixed.shifted_places, 16);
  EXPECT_EQ(own.shifted_places, 0);
}

TEST(Widths, OfAnAligner) {
  const StageWidths w = widths_of_volta()[1];
  EXPECT_EQ(w.stage, "aligner_0");
  EXPECT_EQ(w.shifter_bits, 4 * (23 + 4 * 25) + 5 * 24);
  EXPECT_EQ(w.negator_bits, 0);
  EXPECT_EQ(w.sticky_bits, 0);
  EXPECT_EQ(w.register_bits, 4 * 26 + 25 + (10 + 5) + 8 + 1);
}

TEST(Widths, OfAnAlignerThatRounds) {
  const auto plain = widths_of_volta()[1];
  const auto nearest = widths_of_volta("dot.alignment_rounding", "nearest_even")[1];
  // Of each bit of the window it is known whether it is shifted out.
  EXPECT_EQ(nearest.sticky_bits, 4 * 25 + 24);
  EXPECT_EQ(nearest.adder_bits, 4 * 25 + 24);
  EXPECT_EQ(plain.adder_bits, 0);
  const auto to_odd = widths_of_volta("dot.alignment_rounding", "to_odd")[1];
  EXPECT_EQ(to_odd.sticky_bits, nearest.sticky_bits);
  EXPECT_EQ(to_odd.adder_bits, 0);
  const auto away = widths_of_volta("dot.alignment_rounding", "nearest_away")[1];
  EXPECT_EQ(away.sticky_bits, 0);
  EXPECT_EQ(away.adder_bits, nearest.adder_bits);
  const auto stochastic =
      widths_of_volta("dot.alignment_rounding", "{ mode = \"stochastic\", random_bits = 8 }")[1];
  EXPECT_EQ(stochastic.sticky_bits, 0);
  EXPECT_GT(stochastic.shifter_bits, plain.shifter_bits);
}

// 5 addends become 2 of 28 bits and then 1 of 29, whose magnitude has 28.
TEST(Widths, OfATree) {
  const auto stages = widths_of_volta();
  EXPECT_EQ(stages[2].adder_bits, 3 * 28);
  EXPECT_EQ(stages[2].negator_bits, 0);
  EXPECT_EQ(stages[3].adder_bits, 29);
  EXPECT_EQ(stages[3].negator_bits, 28);
}

TEST(Widths, OfANormalizer) {
  const StageWidths w = widths_of_volta().back();
  EXPECT_EQ(w.stage, "normalizer_result");
  EXPECT_EQ(w.counter_bits, 28);
  EXPECT_EQ(w.operand_bits, 32);
  EXPECT_EQ(w.register_bits, 32 + 8 + 1);
}

TEST(Widths, GrowWithRegisters) {
  const auto once = widths_of_volta()[1];
  const auto twice = widths_of_volta("structure.aligner.registers", "2")[1];
  EXPECT_EQ(twice.register_bits, 2 * once.register_bits);
  EXPECT_EQ(twice.shifter_bits, once.shifter_bits);
}

// 3 multiplexers a lane and bit where one of 4 is chosen, 1 where one of 2 is; tf32 has 19 bits.
TEST(Widths, OfASelect) {
  const auto multiplier_of = [](const Unit& unit) { return stage_widths(make_plan(unit)).front(); };
  const Unit &f16 = catalog().find("hopper/mma.sp.m16n8k32.f32.f16.f16.f32"),
             &tf32 = catalog().find("hopper/wgmma.sp.m64nNk16.f32.tf32.tf32");
  EXPECT_EQ(multiplier_of(f16).select_bits, 16 * 3 * 16);
  EXPECT_EQ(multiplier_of(tf32).select_bits, 8 * 1 * 19);
  const StageWidths sparse = multiplier_of(f16), dense = multiplier_of(dense_unit(f16));
  EXPECT_EQ(dense.select_bits, 0);
  for (const WidthField& field : kWidthFields) {
    if (field.bits == &StageWidths::select_bits) continue;
    EXPECT_EQ(sparse.*field.bits, dense.*field.bits) << field.name;
  }
  EXPECT_EQ(sparse.select_levels, dense.select_levels + 2);
}

TEST(Widths, AddUp) {
  const auto stages = widths_of_volta();
  const StageWidths all = total(stages);
  for (const WidthField& field : kWidthFields) {
    double sum = 0;
    for (const StageWidths& stage : stages) sum += stage.*field.bits;
    EXPECT_EQ(all.*field.bits, sum) << field.name;
  }
}

// No width of any shipped row is negative, and each stage has registers or logic.
TEST(Widths, AreThereForEveryRow) {
  int stages = 0;
  for (const Unit& unit : catalog().units())
    for (const StageWidths& stage : stage_widths(make_plan(unit))) {
      ++stages;
      for (const WidthField& field : kWidthFields) EXPECT_GE(stage.*field.bits, 0);
      EXPECT_GT(stage.register_bits, 0) << unit.instruction.id << ' ' << stage.stage;
    }
  EXPECT_GT(stages, 1000);
}

}  // namespace
}  // namespace mmasc
