// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "arith/random_sequences.h"
#include "ranges/operand_ranges.h"
#include "ranges/within_ranges.h"
#include "spec/catalog.h"

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

// What is cut off below 13 bits never comes into the sum.
TEST(TermRanges, OfASumThatCutsItsTerms) {
  const Sequence sequence(catalog().find("ada/mma.m16n8k32.f32.e4m3.e4m3.f32"));
  const SumRange sum = ranges_of_steps(sequence).sums.front();
  EXPECT_EQ(sum.groups.back().term.lowest_bit, -149);  // c
  EXPECT_EQ(sum.sum.lowest_bit, -126 - 13);
}

TEST(TermRanges, HoldEveryNumberOfARow) {
  EXPECT_EQ(expect_drawn_within(catalog().find("ada/mma.m16n8k32.f32.e4m3.e4m3.f32"), 5), 100);
  EXPECT_EQ(expect_drawn_within(catalog().find("cdna2/v_mfma_f32_32x32x8f16"), 5), 400);
}

TEST(TermRanges, HoldEveryNumberOfRandomUnits) {
  for_each_random_sequence(
      0, 20, [](const Sequence& sequence, auto) { expect_drawn_within(sequence.unit(), 1); });
}

}  // namespace
}  // namespace mmasc
