// SPDX-License-Identifier: Apache-2.0
// Which slices a unit adds up exactly, worked out by hand.
#include <gtest/gtest.h>

#include "mmasc/arith/promotion.h"
#include "ozaki/doubles.h"

namespace mmasc {
namespace {

ExactSlices slices_of(const Unit& unit, int bits) {
  for (const ExactSlices& slices : exact_slices(unit))
    if (slices.bits == bits) return slices;
  return {};
}

TEST(ExactSlices, OfF16AreBoundByTheResult) {
  // 24 bits of a truncated f32: K * 2^(2b-2) <= 2^24.
  for (const char* id : {kHopperF16, "ampere/mma.m16n8k16.f32.f16.f16.f32",
                         "volta/mma.m8n8k4.f32.f16.f16.f32", "cdna1/v_mfma_f32_16x16x4f16",
                         "cdna2/v_mfma_f32_16x16x16f16", "cdna3/v_mfma_f32_16x16x16_f16"}) {
    const Unit unit = catalog().find(id);
    EXPECT_EQ(slices_of(unit, 8).chain, 1024) << id;
    EXPECT_EQ(slices_of(unit, 9).chain, 256) << id;
    // An integer of a slice has at most f16's 11 bits, or is 2^11.
    EXPECT_EQ(exact_slices(unit).back().bits, 12) << id;
    EXPECT_EQ(exact_slices(unit).back().chain, 4) << id;
  }
}

TEST(ExactSlices, OfFp8AreBoundBy13FractionBits) {
  const Unit hopper = catalog().find(kHopperE4m3);
  EXPECT_EQ(slices_of(hopper, 5).chain, 64);  // 64 * 2^8 = 2^14
  EXPECT_EQ(slices_of(hopper, 4).chain, 256);
  EXPECT_EQ(slices_of(hopper, 6).chain, 0);       // e4m3 has 4 bits
  EXPECT_EQ(slices_of(hopper, 5).call, 1 << 16);  // with sums promoted to f32: 2^16 * 2^8 = 2^24
  const Unit blackwell = catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e4m3.e4m3");
  EXPECT_EQ(slices_of(blackwell, 5).chain, 1 << 16);
}

TEST(ExactSlices, OfInt8AreBoundByInt32) {
  for (const char* id : {"ampere/mma.m16n8k32.s32.s8.s8.s32", "cdna3/v_mfma_i32_16x16x32_i8",
                         "ampere/mma.m16n8k32.satfinite.s32.s8.s8.s32"}) {
    const Unit unit = catalog().find(id);
    // int8 has -128 but not +128, so slices have 7 bits: integers of at most 64.
    EXPECT_EQ(exact_slices(unit).back().bits, 7) << id;
    EXPECT_EQ(why_inexact(unit, 8, 1), "s8 has not all integers of a slice of 8 bits");
    EXPECT_EQ(why_inexact(unit, 7, (1 << 19) - 1), std::nullopt) << id;
    EXPECT_EQ(why_inexact(unit, 7, 1 << 19),
              "the result: sums up to 524288 * 2^12 are beyond its integers");
  }
  const Unit s4 = catalog().find("ampere/mma.m16n8k64.s32.s4.s4.s32");
  EXPECT_EQ(exact_slices(s4).back().bits, 3);
  EXPECT_TRUE(exact_slices(catalog().find("ampere/mma.m16n8k32.s32.s8.u8.s32")).empty());
}

TEST(ExactSlices, FollowTheRow) {
  const Unit unit = catalog().find(kHopperF16);
  // 20 fraction bits: c is below 2^21, (K - 16) * 2^14 < 2^21, and K of whole instructions.
  EXPECT_EQ(slices_of(unit.with("dot.fraction_bits", 20), 8).chain, 128);
  EXPECT_EQ(slices_of(unit.with("result.significand_fraction", 15), 8).chain, 4);
  EXPECT_EQ(slices_of(unit.with("result.significand_fraction", 15), 7).chain, 16);
  EXPECT_EQ(slices_of(unit.with("dot.zero_exponent", 30), 8).chain, 0);
  EXPECT_EQ(slices_of(unit.with("flush.inputs", "keep_sign"), 8).chain, 1024);
  // C is f16 and D f32: no chain but that of one instruction, whose sums are then promoted.
  const Unit mixed = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f16");
  EXPECT_EQ(slices_of(mixed, 8).chain, 4);
  EXPECT_EQ(slices_of(mixed, 8).call, 1024);
  const Unit f16 = catalog().find("hopper/mma.m16n8k16.f16.f16.f16.f16");
  EXPECT_EQ(slices_of(f16, 3).chain, 128);  // 128 * 2^4 = 2^11
}

TEST(ExactSlices, SayWhyNot) {
  const Unit unit = catalog().find(kHopperF16);
  EXPECT_EQ(why_inexact(unit, 8, 1024), std::nullopt);
  EXPECT_EQ(why_inexact(unit, 8, 1025),
            "the result: sums up to 1025 * 2^14 are rounded to 24 bits");
  EXPECT_EQ(why_inexact(unit.with("dot.fraction_bits", 13), 8, 16),
            "dot: 13 fraction bits below an e_max of up to 14 cut terms above 2^0");
  EXPECT_EQ(why_inexact(unit, 13, 1), "f16 has not all integers of a slice of 13 bits");
}

// f32 cannot take sums in a format without 1 as a normal number; the chain alone is exact.
TEST(ExactSlices, NeedNoPromotion) {
  const Unit unit = parse_unit(R"(
[format.above_one]
exponent_bits = 6
fraction_bits = 12
bias = -1
[datapath.high]
lanes = 16
sum = [{ name = "dot", terms = ["products", "c"], fraction_bits = 25 }]
result = { format = "above_one", rounding = "toward_zero" }
[instruction."my/high"]
shape = { m = 8, n = 8, k = 16 }
formats = { a = "f16", b = "f16", c = "above_one" }
datapath = "high"
)");
  ASSERT_FALSE(unit.d().has_one());
  EXPECT_EQ(why_not_promoted(unit.d()),
            "above_one has no normal 1, by which a partial sum is taken to f32");
  ASSERT_FALSE(exact_slices(unit).empty());
  for (const ExactSlices& slices : exact_slices(unit)) EXPECT_EQ(slices.call, slices.chain);
}

TEST(ExactSlices, AreStoredAsTheFormatHasThem) {
  int formats = 0;
  for (const Format& format : shipped_formats()) {
    if (!format.is_signed()) continue;
    ++formats;
    const int bits = std::min(format.significand_bits() + 1, 13);
    const int unit = std::min(0, format.greatest_exponent() - (bits - 1));
    const std::int64_t most = std::int64_t{1} << (bits - 1);
    for (std::int64_t integer = -most; integer <= most; ++integer)
      EXPECT_EQ(exact_value(format, encode_integer(format, integer, unit)),
                (Dyadic{BigInt(integer), unit}))
          << format.name << " " << integer;
  }
  EXPECT_GE(formats, 10);
}

}  // namespace
}  // namespace mmasc
