// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mmasc/ranges/operand_ranges.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/formats.h"
#include "random/grouped_unit.h"
#include "ranges/within_ranges.h"

namespace mmasc {
namespace {

TEST(TermRanges, OfElementsThatAreWidened) {
  const Format &e4m3 = *find_format("e4m3"), &f16 = *find_format("f16");
  const TermRange narrow = operand_range(e4m3, e4m3, Flush::none);
  EXPECT_EQ(narrow.exponent.low, -6);  // of subnormal elements too
  EXPECT_EQ(narrow.exponent.high, 8);
  EXPECT_EQ(narrow.lowest_bit, -9);
  EXPECT_EQ(narrow.lowest_leading, -9);
  EXPECT_EQ(narrow.top, 9);
  const TermRange wide = operand_range(e4m3, f16, Flush::none);
  EXPECT_EQ(wide.exponent.low, -9);  // all are normal numbers of f16
  EXPECT_EQ(wide.lowest_bit, -9);
  EXPECT_EQ(wide.zero_exponent.low, -14);
}

TEST(TermRanges, OfElementsThatAreFlushed) {
  const Format& f32 = *find_format("f32");
  EXPECT_EQ(operand_range(f32, f32, Flush::none).lowest_leading, -149);
  EXPECT_EQ(operand_range(f32, f32, Flush::keep_sign).lowest_leading, -126);
}

TEST(TermRanges, OfProductsBeforeAndAfterTheyAreRounded) {
  const Sequence sequence(catalog().find("cdna2/v_mfma_f32_32x32x4bf16"));
  const PlanRanges ranges = ranges_of_steps(sequence);
  EXPECT_EQ(ranges.products.front().lowest_leading, -252);  // subnormal inputs are flushed
  EXPECT_EQ(ranges.products.front().bits, 16);
  EXPECT_EQ(ranges.sums.front().groups.front().term.lowest_leading, -126);
}

// Bits that are cut off below 13 never come into the sum.
TEST(TermRanges, OfASumThatCutsItsTerms) {
  const Sequence sequence(catalog().find("ada/mma.m16n8k32.f32.e4m3.e4m3.f32"));
  const SumRange sum = ranges_of_steps(sequence).sums.front();
  EXPECT_EQ(sum.groups.back().term.lowest_bit, -149);  // c
  EXPECT_EQ(sum.sum.lowest_bit, -126 - 13);
}

TEST(TermRanges, HoldEveryNumberOfARow) {
  EXPECT_EQ(expect_drawn_within(catalog().find("ada/mma.m16n8k32.f32.e4m3.e4m3.f32"), 5), 190);
  EXPECT_EQ(expect_drawn_within(catalog().find("cdna2/v_mfma_f32_32x32x8f16"), 5), 760);
}

TEST(TermRanges, HoldMinusZeroOfFlushedElementsThatHaveNone) {
  const Format &e4m3 = *find_format("e4m3fnuz"), &f16 = *find_format("f16");
  EXPECT_FALSE(operand_range(e4m3, e4m3, Flush::keep_sign).minus_zero);
  EXPECT_FALSE(operand_range(e4m3, f16, Flush::keep_sign).minus_zero);  // all are normal
  const Format& e5m2 = *find_format("e5m2fnuz");
  EXPECT_TRUE(operand_range(e5m2, f16, Flush::keep_sign).minus_zero);
  EXPECT_FALSE(operand_range(e5m2, f16, Flush::to_plus_zero).minus_zero);
}

// 1.875 * 2^7 has a lower bit than any product.
TEST(TermRanges, HoldWhatSaturates) {
  TermRange high;
  high.nonzero = true;
  high.lowest_bit = high.lowest_leading = 12;
  high.top = 14;
  high.exponent = {12, 13};
  RoundingRule round = rule_of(*find_format("e4m3fnuz"));
  round.overflow = Overflow::saturate;
  const TermRange out = rounded(round, high);
  EXPECT_EQ(out.lowest_bit, 4);
  EXPECT_EQ(out.lowest_leading, 7);
  EXPECT_TRUE(out.exponent.contains(7));
  EXPECT_EQ(out.top, 8);
}

// And nothing of an exact sum lies below its window.
TEST(TermRanges, HoldProductsThatShareTheirScales) {
  for (const char* scale : {"ue8m0", "ue4m3"})
    for (const char* fields : kGroupedFields) {
      SCOPED_TRACE(fields);
      const Unit unit = grouped(fields, scale);
      EXPECT_GT(expect_drawn_within(unit, 4), 30);
      EXPECT_LE(ranges_of_steps(Sequence(unit)).sums.front().groups.front().greatest_loss, 0);
      const Unit pairs = grouped_pairs(fields);
      EXPECT_GT(expect_drawn_within(pairs, 4), 30);
      EXPECT_LE(ranges_of_steps(Sequence(pairs)).sums[4].groups.front().greatest_loss, 0);
    }
}

}  // namespace
}  // namespace mmasc
