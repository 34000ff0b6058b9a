// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/divergence.h"

#include <array>

#include "pairs.h"

namespace mmasc::compare {
namespace {

constexpr const char* kCdna2 = "cdna2/v_mfma_f32_32x32x8f16";
constexpr const char* kCdna3 = "cdna3/v_mfma_f32_32x32x8_f16";

Divergence divergence_of(const Pair& pair, const Case& row) {
  const auto divergence = first_divergence(pair.x, pair.y, row);
  EXPECT_TRUE(divergence.has_value());
  return divergence.value_or(Divergence{});
}

TEST(FirstDivergence, InTheAligner) {
  const auto divergence = divergence_of(
      pair_of(kAda, kHopper),
      row_of({0xf000, 0xb800, 0xb400, 0xb000}, {0x6400, 0x3c00, 0x3c00, 0x3c00}, 0x4b000000));
  EXPECT_EQ(divergence.steps, (std::array{1, 1}));
  EXPECT_EQ(divergence.stage, "aligner");
  EXPECT_EQ(divergence.what, "p2 aligned for dot");
  EXPECT_EQ(divergence.values[0].value, (Dyadic{0, 0}));
  EXPECT_EQ(divergence.values[1].value, (Dyadic{-1, -2}));
}

TEST(FirstDivergence, InALaterInstruction) {
  const Pair pair = pair_of_changed(kHopper, "dot.fraction_bits", "24");
  Case row = row_of(std::vector<std::uint64_t>(18, 0x3c00), std::vector<std::uint64_t>(18, 0x3c00),
                    0x4b000000);
  row[Operand::a][17] =
      0xb400;  // the first instruction's terms are integers, which both units keep
  const auto divergence = divergence_of(pair, row);
  EXPECT_EQ(divergence.steps, (std::array{2, 2}));
  EXPECT_EQ(divergence.what, "p17 aligned for dot");
  EXPECT_EQ(divergence.values[0].value, (Dyadic{-1, -2}));
  EXPECT_EQ(divergence.values[1].value, (Dyadic{0, 0}));
}

// Products are counted, not the elements of b between which they are selected.
TEST(FirstDivergence, InALaterInstructionOfASparseUnit) {
  const Pair pair =
      pair_of_changed("hopper/mma.sp.m16n8k32.f32.f16.f16.f32", "dot.fraction_bits", "24");
  Case row = row_of(std::vector<std::uint64_t>(18, 0x3c00), std::vector<std::uint64_t>(36, 0x3c00),
                    0x4b000000);
  row[Operand::a][17] = 0xb400;
  for (std::uint64_t i = 0; i < 18; ++i) row[Operand::metadata].push_back(i % 2 == 0 ? 1 : 3);
  const auto divergence = divergence_of(pair, row);
  EXPECT_EQ(divergence.steps, (std::array{2, 2}));
  EXPECT_EQ(divergence.what, "p17 aligned for dot");
  EXPECT_EQ(divergence.values[0].value, (Dyadic{-1, -2}));
  EXPECT_EQ(divergence.values[1].value, (Dyadic{0, 0}));
}

TEST(FirstDivergence, InTheNormalizer) {
  const Pair pair = pair_of_changed(kAda, "result.rounding", "up");
  const auto divergence = divergence_of(pair, row_of({0x3c00}, {0x0001}, 0x3f800001));
  EXPECT_EQ(divergence.stage, "normalizer");
  EXPECT_EQ(divergence.what, "d");
  EXPECT_EQ(divergence.steps, (std::array{1, 1}));
}

TEST(FirstDivergence, InWhatAStepTakes) {
  auto a = std::vector<std::uint64_t>(16, 0), b = a;
  a[9] = b[9] = 0x4000;
  const auto divergence = divergence_of(pair_of(kAda, kHopper), row_of(a, b, 0));
  EXPECT_EQ(divergence.steps, (std::array{1, 1}));
  EXPECT_EQ(divergence.stage, "multiplier");
  EXPECT_EQ(divergence.what, "p9");
  EXPECT_EQ(divergence.values[0].kind, StageValue::Kind::absent);
  EXPECT_EQ(divergence.values[1].value, (Dyadic{1, 2}));
}

TEST(FirstDivergence, StepsOfOtherLengthsMeetAgain) {
  auto a = std::vector<std::uint64_t>(18, 0), b = a;
  a[0] = b[0] = b[16] = b[17] = 0x3c00;
  a[16] = 0xb800;
  a[17] = 0xb400;
  const auto divergence = divergence_of(pair_of(kAda, kHopper), row_of(a, b, 0x4b000000));
  EXPECT_EQ(divergence.steps, (std::array{3, 2}));
  EXPECT_EQ(divergence.what, "p17 aligned for dot");
}

TEST(FirstDivergence, AStepThatChangesCIsNotSkipped) {
  const Pair pair = pair_of(kCdna2, kCdna3);
  const auto divergence = divergence_of(
      pair, row_of(std::vector<std::uint64_t>(8, 0), std::vector<std::uint64_t>(8, 0), 0x00000001));
  EXPECT_EQ(divergence.steps, (std::array{1, 1}));
  EXPECT_EQ(divergence.stage, "multiplier");
  EXPECT_EQ(divergence.what, "c");
}

TEST(FirstDivergence, InTheMultiplier) {
  const Pair pair = pair_of(kCdna2, kCdna3);
  const auto divergence = divergence_of(pair, row_of({0x0001}, {0x3c00}, 0));  // flushed, or not
  EXPECT_EQ(divergence.stage, "multiplier");
  EXPECT_EQ(divergence.what, "p0");
  EXPECT_EQ(divergence.values[0].value, (Dyadic{0, 0}));
  EXPECT_EQ(divergence.values[1].value, (Dyadic{1, -24}));
}

TEST(FirstDivergence, InTheShapeOfTheSums) {
  const Pair pair = pair_of(kAda, kCdna2);
  const auto divergence = divergence_of(pair, row_of({0x3c00}, {0x3c00}, 0));
  EXPECT_EQ(divergence.stage, "aligner");
  EXPECT_EQ(divergence.what, "the sums");
  EXPECT_EQ(divergence.values[0].text, "dot of 9 terms");
  EXPECT_EQ(divergence.values[1].text, "pairs[0] of 2 terms, pairs[1] of 2 terms");
}

TEST(FirstDivergence, InABitOfANan) {
  const Pair pair = pair_of_changed(kAda, "result.nan", "7fc00000");
  const auto divergence = divergence_of(pair, row_of({0x7e00}, {0x3c00}, 0));
  EXPECT_EQ(divergence.stage, "normalizer");
  EXPECT_EQ(divergence.values[0].text, "nan 7fffffff");
  EXPECT_EQ(divergence.values[1].text, "nan 7fc00000");
}

TEST(FirstDivergence, InTheSignOfAZero) {
  const Pair pair = pair_of_changed(kAda, "zero_sign", "ieee");
  const Case row = row_of(std::vector<std::uint64_t>(16, 0x8000),
                          std::vector<std::uint64_t>(16, 0x0000), 0x80000000);
  const auto divergence = divergence_of(pair, row);
  EXPECT_EQ(divergence.stage, "adder_tree");
  EXPECT_FALSE(divergence.values[0].negative);
  EXPECT_TRUE(divergence.values[1].negative);
}

TEST(FirstDivergence, OrderIsOfTheStepsLanes) {
  // The row takes k mod 4 < 2 first: k = 4 is lane 2 of its first step.
  const Pair pair =
      pair_of_changed("hopper/mma.m16n8k32.f16.e4m3.e4m3.f16", "instruction.order", "");
  auto a = std::vector<std::uint64_t>(32, 0), b = a;
  a[3] = b[3] = 0x38;
  const auto divergence = divergence_of(pair, row_of(a, b, 0));
  EXPECT_EQ(divergence.what, "p3");
  EXPECT_EQ(divergence.values[0].kind, StageValue::Kind::absent);
  EXPECT_EQ(divergence.values[1].value, (Dyadic{1, 0}));
}

// Wherever results differ, a stage does; where they are the same unit, none does.
TEST(FirstDivergence, IsThereWhereResultsDiffer) {
  for (const char* other :
       {kHopper, "volta/mma.m8n8k4.f32.f16.f16.f32", "cdna1/v_mfma_f32_4x4x4f16", kCdna2}) {
    const Pair pair = pair_of(kAda, other);
    for (const auto vector_class : {VectorClass::random, VectorClass::normal, VectorClass::zero}) {
      const Generator generator(pair.x.unit(), 3);
      int differ = 0;
      for (std::uint64_t i = 0; i < 10; ++i) {
        const Case row = generator.make(vector_class, i);
        EXPECT_FALSE(first_divergence(pair.x, pair.x, row).has_value());
        if (!pair.differ(row)) continue;
        ++differ;
        EXPECT_TRUE(first_divergence(pair.x, pair.y, row).has_value()) << other << " " << i;
      }
      EXPECT_GT(differ, vector_class == VectorClass::normal ? 0 : -1);
    }
  }
}

}  // namespace
}  // namespace mmasc::compare
