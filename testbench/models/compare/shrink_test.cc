// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/shrink.h"

#include <algorithm>

#include "mmasc/unit/formats.h"
#include "pairs.h"

namespace mmasc::compare {
namespace {

Case ones(std::size_t k) {
  Case row;
  row[Operand::a] = row[Operand::b] = std::vector<std::uint64_t>(k, 0x3c00);
  row.c() = 0x3f800000;
  return row;
}

TEST(Shrink, LeavesWhatThePredicateAsksFor) {
  const auto formats = layout_of(catalog().find(kAda));
  const auto shows = [](const Case& row) {
    const auto has = [](const auto& elements, std::uint64_t bit) {
      return std::ranges::any_of(elements, [&](auto bits) { return (bits & bit) != 0; });
    };
    return has(row[Operand::a], 0x400) && has(row[Operand::b], 0x800) && (row.c() & 0x800000) != 0;
  };
  const Case witness = shrink(formats, ones(1000), shows);
  EXPECT_EQ(witness[Operand::a], (std::vector<std::uint64_t>{0x400}));
  EXPECT_EQ(witness[Operand::b], (std::vector<std::uint64_t>{0x800}));
  EXPECT_EQ(witness.c(), 0x800000U);
}

TEST(Shrink, KeepsElementsThatMustBeThere) {
  const auto formats = layout_of(catalog().find(kAda));
  const auto shows = [](const Case& row) {
    return row[Operand::a].size() >= 7 && row[Operand::a][6] != 0;
  };
  const Case witness = shrink(formats, ones(40), shows);
  EXPECT_EQ(witness[Operand::a], (std::vector<std::uint64_t>{0, 0, 0, 0, 0, 0, 0x2000}));
  EXPECT_EQ(witness[Operand::b], std::vector<std::uint64_t>(7, 0));
}

TEST(Shrink, ElementsOfAScaleStayTogether) {
  OperandLayout formats = layout_of(catalog().find(kAda));
  formats.format[Operand::sa] = formats.format[Operand::sb] = find_format("ue8m0");
  formats.scale_block = 4;
  Case row = ones(16);
  row[Operand::sa] = {1, 2, 3, 4};
  row[Operand::sb] = {5, 6, 7, 8};
  const auto shows = [](const Case& r) {
    EXPECT_EQ(r[Operand::a].size(), 4 * r[Operand::sa].size());
    const auto at = std::ranges::find(r[Operand::sb], std::uint64_t{7});
    return at != r[Operand::sb].end() &&
           r[Operand::a][static_cast<std::size_t>(4 * (at - r[Operand::sb].begin()) + 1)] != 0;
  };
  const Case witness = shrink(formats, row, shows);
  EXPECT_EQ(witness[Operand::a], (std::vector<std::uint64_t>{0, 0x2000, 0, 0}));
  EXPECT_EQ(witness[Operand::sa], (std::vector<std::uint64_t>{127}));
  EXPECT_EQ(witness[Operand::sb], (std::vector<std::uint64_t>{7}));
}

TEST(Shrink, TheWitnessOfAdaAndHopper) {
  const Pair pair = pair_of(kAda, kHopper);
  Case row;
  row[Operand::a] = {0xf000, 0xb800, 0xb400, 0xb000};
  row[Operand::b] = {0x6400, 0x3c00, 0x3c00, 0x3c00};
  row.c() = 0x4b000000;
  EXPECT_EQ(evaluate_chain(pair.x, row).d, 0xbf000000U);
  EXPECT_EQ(evaluate_chain(pair.y, row).d, 0xbf400000U);
  const Case witness =
      shrink(layout_of(pair.x.unit()), row, [&](const Case& r) { return pair.differ(r); });
  expect_minimal(pair, witness);
  EXPECT_EQ(witness[Operand::a], (std::vector<std::uint64_t>{0xb400}));
  EXPECT_EQ(witness[Operand::b], (std::vector<std::uint64_t>{0x3c00}));
  EXPECT_EQ(witness.c(), 0x4b000000U);
}

struct Units {
  const char *x, *y;
  VectorClass vector_class;
  int instructions;
};

TEST(Shrink, WitnessesAreMinimal) {
  const Units all[] = {
      {kAda, kHopper, VectorClass::normal, 1},
      {kAda, kHopper, VectorClass::cancel, 3},
      {"volta/mma.m8n8k4.f32.f16.f16.f32", kHopper, VectorClass::normal, 4},
      {"cdna2/v_mfma_f32_32x32x8f16", "cdna3/v_mfma_f32_32x32x8_f16", VectorClass::normal, 2},
      {"ada/mma.m16n8k32.f32.e4m3.e4m3.f32", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
       VectorClass::edge, 1},
  };
  for (const Units& units : all) {
    const Pair pair = pair_of(units.x, units.y);
    const Case row = differing(pair, units.vector_class, 1, units.instructions);
    const Case witness =
        shrink(layout_of(pair.x.unit()), row, [&](const Case& r) { return pair.differ(r); });
    expect_minimal(pair, witness);
    EXPECT_LE(witness[Operand::a].size(), 17U) << units.x << " " << units.y;
  }
}

TEST(Shrink, WitnessesOfScaledUnitsAreMinimal) {
  const Pair pair = pair_of_changed("tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
                                    "dot.fraction_bits", "20");
  const Case row = differing(pair, VectorClass::normal, 1, 2);
  const Case witness =
      shrink(layout_of(pair.x.unit()), row, [&](const Case& r) { return pair.differ(r); });
  expect_minimal(pair, witness);
  EXPECT_EQ(witness[Operand::sa].size() * 16, witness[Operand::a].size());
}

TEST(Shrink, WitnessesOfSparseUnitsAreMinimal) {
  const Pair pair =
      pair_of_changed("hopper/mma.sp.m16n8k32.f32.f16.f16.f32", "dot.fraction_bits", "20");
  const Case row = differing(pair, VectorClass::normal, 1, 2);
  const Case witness =
      shrink(layout_of(pair.x.unit()), row, [&](const Case& r) { return pair.differ(r); });
  expect_minimal(pair, witness);
  EXPECT_LT(witness[Operand::b].size(), row[Operand::b].size());
  EXPECT_EQ(witness[Operand::b].size(), 2 * witness[Operand::a].size());
  EXPECT_EQ(witness[Operand::metadata].size(), witness[Operand::a].size());
}

}  // namespace
}  // namespace mmasc::compare
