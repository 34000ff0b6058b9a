// SPDX-License-Identifier: Apache-2.0
#include "audit/bounds.h"

#include <gtest/gtest.h>

#include "arith/random_sequences.h"
#include "audit/within_bounds.h"
#include "spec/catalog.h"

namespace mmasc {
namespace {

TEST(Bounds, OfElementsThatAreWidened) {
  const Format &e4m3 = *find_format("e4m3"), &f16 = *find_format("f16");
  const Bounds narrow = bounds_of(e4m3, e4m3, Flush::none);
  EXPECT_EQ(narrow.least_exponent, -6);  // of subnormal elements too
  EXPECT_EQ(narrow.greatest_exponent, 8);
  EXPECT_EQ(narrow.lowest_bit, -9);
  EXPECT_EQ(narrow.least_value, -9);
  EXPECT_EQ(narrow.top, 9);
  const Bounds wide = bounds_of(e4m3, f16, Flush::none);
  EXPECT_EQ(wide.least_exponent, -9);  // all are normal numbers of f16
  EXPECT_EQ(wide.lowest_bit, -9);
  EXPECT_EQ(wide.least_zero, -14);
}

TEST(Bounds, OfElementsThatAreFlushed) {
  const Format& f32 = *find_format("f32");
  EXPECT_EQ(bounds_of(f32, f32, Flush::none).least_value, -149);
  EXPECT_EQ(bounds_of(f32, f32, Flush::keep_sign).least_value, -126);
}

TEST(Bounds, OfProductsBeforeTheyAreRounded) {
  const Unit& unit = catalog().find("cdna2/v_mfma_f32_32x32x4bf16");
  const DatapathBounds bounds = bounds_of(unit, make_plan(unit));
  EXPECT_EQ(bounds.product.least_value, -252);  // subnormal inputs are flushed
  EXPECT_EQ(bounds.product.depth, 15);
  EXPECT_EQ(bounds.groups.front().least_value, -126);
}

TEST(Bounds, HoldEveryNumberOfARow) {
  EXPECT_GT(expect_drawn_within(catalog().find("ada/mma.m16n8k32.f32.e4m3.e4m3.f32"), 5), 500);
  EXPECT_GT(expect_drawn_within(catalog().find("cdna2/v_mfma_f32_32x32x8f16"), 5), 200);
}

TEST(Bounds, HoldEveryNumberOfRandomUnits) {
  for_each_random_sequence(
      0, 20, [](const Sequence& sequence, auto) { expect_drawn_within(sequence.unit(), 1); });
}

}  // namespace
}  // namespace mmasc
