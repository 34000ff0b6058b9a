// SPDX-License-Identifier: Apache-2.0
// Every field of a datapath is moved, and only one at a time.
#include "mmasc/mutation/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

std::set<std::string> fields_moved(const char* id) {
  std::set<std::string> fields;
  for (const Mutant& mutant : mutants_of(catalog().find(id))) fields.insert(mutant.field);
  return fields;
}

TEST(Mutants, MoveEveryFieldOfARow) {
  const auto fields = fields_moved("cdna3/v_mfma_f32_32x32x8_f16");
  for (const char* field : {"lanes",
                            "flush.inputs",
                            "flush.results",
                            "product.round_to",
                            "product.infinity_at",
                            "zero_sign",
                            "dot.fraction_bits",
                            "dot.alignment_rounding",
                            "dot.zero_exponent",
                            "dot.exponent_floor",
                            "dot.terms[0].vanishes_below",
                            "accumulate.terms[0].fraction_bits",
                            "accumulate.terms[1].alignment_rounding",
                            "accumulate.terms[1].zero_exponent",
                            "result.significand_fraction",
                            "result.prerounding.significand_fraction",
                            "result.prerounding.rounding",
                            "result.prerounding",
                            "result.rounding",
                            "result.overflow",
                            "result.underflow"})
    EXPECT_TRUE(fields.contains(field)) << field;
}

TEST(Mutants, MoveTheProgramOfAnInstruction) {
  const auto fields = fields_moved("hopper/mma.m16n8k32.f16.e4m3.e4m3.f16");
  for (const char* field : {"instruction.order", "instruction.late_c",
                            "instruction.late_c.rounding", "instruction.widen", "result.nan"})
    EXPECT_TRUE(fields.contains(field)) << field;
}

TEST(Mutants, MoveShapesGroupsAndTheBitsThatASumKeeps) {
  const auto fields = fields_moved("cdna2/v_mfma_f32_32x32x8f16");
  EXPECT_TRUE(fields.contains("pairs.shape"));
  EXPECT_TRUE(fields.contains("pairs.significand_fraction"));
  EXPECT_TRUE(fields_moved("rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3")
                  .contains("group.groups"));
}

TEST(Mutants, DifferFromTheUnitAndFromEachOther) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  std::set<std::string> texts;
  for (const Mutant& mutant : mutants_of(unit)) {
    EXPECT_NE(mutant.was, mutant.is);
    EXPECT_FALSE(!mutant.sum && !mutant.lane && mutant.unit.datapath == unit.datapath &&
                 mutant.unit.instruction == unit.instruction)
        << mutant.text();
    EXPECT_TRUE(texts.insert(mutant.text()).second) << mutant.text();
  }
  EXPECT_GT(texts.size(), 40u);
}

// An adder needs every bit but those that an argument spares; one narrower is a mutant.
TEST(Mutants, NarrowTheAdderOfEverySumAndLevel) {
  const auto fields = fields_moved("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  for (const char* field : {"dot.tree[0].adder_bits", "dot.tree[1].adder_bits", "dot.adder_bits"})
    EXPECT_TRUE(fields.contains(field)) << field;
  EXPECT_TRUE(fields_moved("cdna2/v_mfma_f32_32x32x8f16").contains("pairs[0-1].adder_bits"));
  EXPECT_TRUE(fields_moved("hopper/mma.m16n8k32.f16.e4m3.e4m3.f16").contains("late_c.adder_bits"));
}

TEST(Mutants, MiscountLeadingZerosAndMisreadEveryLane) {
  const auto fields = fields_moved("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  for (const char* field : {"dot.leading_zeros", "lane[0].a.nan", "lane[31].b.nan",
                            "lane[31].a.subnormal", "lane[0].b.minus_zero"})
    EXPECT_TRUE(fields.contains(field)) << field;
  EXPECT_FALSE(fields.contains("lane[0].a.infinity"));
  EXPECT_FALSE(fields.contains("lane[32].a.nan"));
  EXPECT_TRUE(fields_moved("cdna2/v_mfma_f32_32x32x8f16").contains("pairs[0-1].leading_zeros"));
  EXPECT_TRUE(
      fields_moved("hopper/mma.m16n8k32.f16.e4m3.e4m3.f16").contains("late_c.leading_zeros"));
  const auto integers = fields_moved("ada/mma.m16n8k32.s32.s8.s8.s32");
  EXPECT_FALSE(std::ranges::any_of(
      integers, [](const std::string& field) { return field.starts_with("lane["); }));
}

TEST(Mutants, ReachAsFarAsAsked) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  std::set<std::string> widths;
  for (const Mutant& mutant : mutants_of(unit, 3))
    if (mutant.field == "dot.fraction_bits") widths.insert(mutant.is);
  EXPECT_EQ(widths, (std::set<std::string>{"10", "11", "12", "14", "15", "16", "exact"}));
}

}  // namespace
}  // namespace mmasc
