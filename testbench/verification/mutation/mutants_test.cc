// SPDX-License-Identifier: Apache-2.0
// Every field of a datapath is moved, and only one at a time.
#include "mmasc/mutation/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/fields.h"

namespace mmasc {
namespace {

std::set<std::string> fields_moved(const char* id) {
  std::set<std::string> fields;
  for (const Mutant& mutant : mutants_of(catalog().find(id))) fields.insert(mutant.field);
  return fields;
}

// The last part of a field's path: of dot.terms[0].negated it is negated.
std::set<std::string> keys_moved() {
  std::set<std::string> keys;
  const auto add = [&](const std::vector<Mutant>& mutants) {
    for (const Mutant& mutant : mutants)
      keys.insert(mutant.field.substr(mutant.field.rfind('.') + 1));
  };
  const std::uint64_t nan = 0x7fc00001;
  for (const char* id : {"cdna3/v_mfma_f32_32x32x8_f16", "cdna2/v_mfma_f32_32x32x8f16",
                         "rdna3/v_wmma_f32_16x16x16_f16", "hopper/mma.m16n8k16.f32.f16.f16.f32",
                         "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"}) {
    const Unit& unit = catalog().find(id);
    add(mutants_of(unit));
    add(mutants_from_defaults(unit, {&nan, 1}));
  }
  add(mutants_of(catalog()
                     .find("hopper/mma.m16n8k16.f32.f16.f16.f32")
                     .with("product.zero_factor_exponent", "-126")));
  return keys;
}

template <class Row>
void expect_moved(const std::set<std::string>& moved, const std::set<std::string_view>& but) {
  for (const std::string_view key : keys_of<Row>())
    EXPECT_EQ(moved.contains(std::string(key)), !but.contains(key)) << key;
}

// A field that is added to a row is moved, too: what is named here names or holds other rows, or
// stands beside d.
TEST(Mutants, MoveEveryField) {
  const auto moved = keys_moved();
  expect_moved<SumRow>(moved, {"name", "terms"});
  expect_moved<TermRow>(moved, {"from"});
  expect_moved<FlushRow>(moved, {});
  expect_moved<ProductRow>(moved, {});
  expect_moved<ResultRow>(moved, {"flags", "format"});
  expect_moved<Prerounding>(moved, {});
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
