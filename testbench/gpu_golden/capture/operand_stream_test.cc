// SPDX-License-Identifier: Apache-2.0
// Operands by number: what each kind of tile draws, and that a dot product's are those of its tile.
#include "mmasc/capture/operand_stream.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "capture/captured.h"
#include "mmasc/arith/convert.h"
#include "mmasc/capture/compare.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

OperandStream stream_of(const char* id, std::uint64_t seed = 1) {
  return Comparison(catalog().find(id), seed, true).stream;
}

template <class Visit>
void for_each_element(const OperandStream& stream, Mix mix, Operand operand, Visit visit) {
  for (std::uint64_t tile = 0; tile < 64; ++tile)
    if (mix_of(tile) == mix)
      for (int i = 0; i < stream.dims.elements(operand); ++i)
        visit(decode(stream.format(operand), element_bits(stream, tile, operand, i)), tile);
}

constexpr const char* kF16 = "hopper/mma.m16n8k16.f32.f16.f16.f32";

TEST(OperandStream, EveryElementIsOneOfItsFormat) {
  for (const Unit& unit : catalog().units()) {
    if (!testing::can_be_captured(unit.instruction)) continue;
    const OperandStream stream = Comparison(unit, 1, true).stream;
    for (const Operand operand :
         {Operand::a, Operand::b, Operand::c, Operand::sa, Operand::sb, Operand::st})
      for (std::uint64_t tile = 0; tile < 8; ++tile)
        for (int i = 0; i < stream.dims.elements(operand); ++i)
          ASSERT_LE(element_bits(stream, tile, operand, i), stream.format(operand).storage_mask())
              << unit.instruction.id;
  }
}

// Another version of the program makes other dot products of the same numbers if this fails.
TEST(OperandStream, IsThatOfItsFirstVersion) {
  const OperandStream stream = stream_of(kF16);
  std::uint64_t hash = 0;
  for (std::uint64_t tile = 0; tile < 16; ++tile)
    for (const Operand operand : {Operand::a, Operand::b, Operand::c})
      for (int i = 0; i < stream.dims.elements(operand); ++i)
        hash = (hash ^ element_bits(stream, tile, operand, i)) * 0x100000001b3 + (hash >> 29);
  EXPECT_EQ(hash, 14757384871811360967u);
}

TEST(OperandStream, NearTilesHaveExponentsNearEachOther) {
  const OperandStream stream = stream_of(kF16);
  std::set<int> spreads;
  for_each_element(stream, Mix::near, Operand::a, [&](const auto& term, std::uint64_t tile) {
    const TileMix common = tile_mix(stream, tile);
    spreads.insert(common.spread);
    EXPECT_FALSE(term.nan || term.infinite);
    const int centre = common.centre(Operand::a);
    EXPECT_LE(term.exponent, std::max(centre + common.spread, -14));
    EXPECT_GE(term.exponent, std::min(centre - common.spread, 15));
  });
  EXPECT_GT(spreads.size(), 3u);
}

TEST(OperandStream, CoarseTilesHaveZerosAndFewFractionBits) {
  const OperandStream stream = stream_of(kF16);
  int zeros = 0, all = 0;
  for_each_element(stream, Mix::coarse, Operand::b, [&](const auto& term, std::uint64_t tile) {
    ++all;
    zeros += term.zero != 0;
    if (term.exponent > -14) {
      EXPECT_EQ(term.significand & ((1 << (10 - tile_mix(stream, tile).fraction_bits)) - 1), 0);
    }
  });
  EXPECT_GT(zeros, all / 16);
  EXPECT_LT(zeros, all / 2);
}

TEST(OperandStream, CornerTilesHaveNansAndInfinities) {
  int nans = 0, infinities = 0, zeros = 0;
  for_each_element(stream_of(kF16), Mix::corner, Operand::a, [&](const auto& term, std::uint64_t) {
    nans += term.nan != 0;
    infinities += term.infinite != 0;
    zeros += term.zero != 0;
  });
  EXPECT_GT(nans, 0);
  EXPECT_GT(infinities, nans);
  EXPECT_GT(zeros, 0);
}

TEST(OperandStream, ZeroTilesHaveProductsOfOneSignAndHardlyOneADotProduct) {
  const OperandStream stream = stream_of(kF16);
  int zeros = 0, all = 0;
  std::set<bool> signs;
  for_each_element(stream, Mix::zero, Operand::a, [&](const auto& term, std::uint64_t) {
    ++all;
    zeros += term.zero != 0;
    EXPECT_FALSE(term.negative);
  });
  EXPECT_GT(zeros, all * 7 / 8);
  EXPECT_LT(zeros, all);
  for_each_element(stream, Mix::zero, Operand::b, [&](const auto& term, std::uint64_t tile) {
    EXPECT_EQ(term.negative != 0, tile_mix(stream, tile).negative);
    signs.insert(term.negative != 0);
  });
  EXPECT_EQ(signs.size(), 2u);
}

TEST(OperandStream, WideTilesHaveNumbersOfEveryExponent) {
  std::set<long long> exponents;
  for_each_element(stream_of(kF16), Mix::wide, Operand::a, [&](const auto& term, std::uint64_t) {
    EXPECT_FALSE(term.nan || term.infinite);
    exponents.insert(term.exponent);
  });
  EXPECT_EQ(exponents.size(), 30u);
}

TEST(OperandStream, ASeedChangesEverything) {
  const OperandStream one = stream_of(kF16, 1), two = stream_of(kF16, 2);
  int equal = 0;
  for (int i = 0; i < 256; ++i)
    equal += element_bits(one, 7, Operand::a, i) == element_bits(two, 7, Operand::a, i);
  EXPECT_LT(equal, 4);
}

// GPUs ask for ascending places; each of the six choices is as likely.
TEST(OperandStream, MetadataAscendsInEachGroup) {
  const OperandStream stream = stream_of("hopper/mma.sp.m16n8k32.f32.f16.f16.f32");
  std::map<std::uint64_t, int> choices;
  int groups = 0;
  for (std::uint64_t tile = 0; tile < 32; ++tile)
    for (int i = 0; i < stream.dims.elements(Operand::metadata); i += 2) {
      const std::uint64_t first = element_bits(stream, tile, Operand::metadata, i);
      const std::uint64_t second = element_bits(stream, tile, Operand::metadata, i + 1);
      ASSERT_LT(first, second);
      ASSERT_LT(second, 4u);
      ++choices[first * 4 + second];
      ++groups;
    }
  ASSERT_EQ(choices.size(), 6u);
  for (const auto& [choice, count] : choices) EXPECT_GT(count, groups / 8) << choice;
}

}  // namespace
}  // namespace mmasc
