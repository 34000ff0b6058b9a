// SPDX-License-Identifier: Apache-2.0
// The oracle of MFMA itself: results worked out by hand, and what its readings differ in.
#include "specification/mfma.h"

#include <gtest/gtest.h>

#include "mmasc/unit/formats.h"

namespace mmasc::mfma {
namespace {

using Bits = std::vector<std::uint64_t>;

Dot of(Generation generation, const char* factor, const char* d = "f32") {
  return {generation, format_named(factor), format_named(factor), format_named(d)};
}

// a = (-2^13, -1/2, -1/4, -1/8), b = (2^10, 1, 1, 1), c = 2^23: the exact sum is -7/8.
TEST(MfmaOracle, TellsTheGenerationsApart) {
  const Bits a{0xf000, 0xb800, 0xb400, 0xb000}, b{0x6400, 0x3c00, 0x3c00, 0x3c00};
  EXPECT_EQ(dot(of(Generation::cdna1, "f16"), a, b, 0x4b000000), 0xbf600000u);
  // p0 + p1 and p2 + p3 round to -2^23 - 1/2 -> -2^23 and -3/8; their sum, to -2^23.
  EXPECT_EQ(dot(of(Generation::cdna2, "f16"), a, b, 0x4b000000), 0u);
  // Truncated to 2^-1: -2^23 - 1/2, and c.
  EXPECT_EQ(dot(of(Generation::cdna3, "f16"), a, b, 0x4b000000), 0xbf000000u);
}

// 2048 * 2048 - 2048 * 2048, with c = -1e-6: c is floored to -2^-2.
TEST(MfmaOracle, FloorsALateC) {
  EXPECT_EQ(dot(of(Generation::cdna3, "f16"), Bits{0x6800, 0x6800, 0, 0},
                Bits{0x6800, 0xe800, 0, 0}, 0xb58637bd),
            0xbe800000u);
}

// -2^-24 - 2^-25 + 2^-32 and c = 1, floored to 2^-32 and then to 2^-31 below 1.
TEST(MfmaOracle, FloorsTwice) {
  const Bits a{0xb980, 0xb980, 0x3780}, b{0x3980, 0x3900, 0x3780};
  EXPECT_EQ(dot(of(Generation::cdna3, "bf16"), a, b, 0x3f800000), 0x3f7fffffu);
}

TEST(MfmaOracle, FlushesAndKeepsMinusZero) {
  const Dot cdna2 = of(Generation::cdna2, "f16");
  const Bits zeros{0x8000, 0x8000, 0x8000, 0x8000}, ones(4, 0x3c00);
  EXPECT_EQ(dot(cdna2, zeros, ones, 0x80000000), 0x80000000u);
  EXPECT_EQ(dot(cdna2, zeros, ones, 0x80000000, {.flushes_minus_zero = true}), 0u);
  const Bits subnormal{0x8001, 0x8001, 0x8001, 0x8001};
  EXPECT_EQ(dot(cdna2, subnormal, ones, 0x80000000), 0u);
}

// -0 + -0, where the second is the product of +0 and -1.
TEST(MfmaOracle, SignsZeroProducts) {
  const Dot cdna2 = of(Generation::cdna2, "f16");
  const Bits zeros(4, 0), minus_ones(4, 0xbc00);
  EXPECT_EQ(dot(cdna2, zeros, minus_ones, 0x80000000), 0x80000000u);
  EXPECT_EQ(dot(cdna2, zeros, minus_ones, 0x80000000, {.zero_products_are_plus = true}), 0u);
}

// A finite product of 2^128 or more is an infinity; beside one that is infinite, either is.
TEST(MfmaOracle, OverflowsBeforeItAdds) {
  const Dot cdna3 = of(Generation::cdna3, "bf16");
  const Bits huge{0x7f00, 0, 0, 0}, two{0x4080, 0, 0, 0};
  EXPECT_EQ(dot(cdna3, huge, two, 0xff000000), 0x7f800000u);
  EXPECT_EQ(dot(cdna3, huge, two, 0xff800000), format_named("f32").default_nan());
  EXPECT_EQ(dot(cdna3, huge, two, 0xff800000, {.infinities_outdo_overflow = true}), 0xff800000u);
}

// 0 * 2^127 has exponent 1 where a zero's factor has -126: 2^-24 then falls off.
TEST(MfmaOracle, LetsZeroProductsLead) {
  const Dot cdna3 = of(Generation::cdna3, "bf16");
  const Bits a{0, 0x3380}, b{0x7f00, 0x3f80};
  EXPECT_EQ(dot(cdna3, a, b, 0), 0x33800000u);
  EXPECT_EQ(dot(cdna3, a, b, 0, {.zero_products_lead = true}), 0u);
}

TEST(MfmaOracle, RoundsOfCdna1WherePairsDo) {
  const Bits a{0x7f00, 0xff00}, b{0x4080, 0x4080};  // 2^129 - 2^129
  EXPECT_EQ(dot(of(Generation::cdna1, "bf16"), a, b, 0x3f800000), 0x3f800000u);
  EXPECT_EQ(dot(of(Generation::cdna1, "bf16"), a, b, 0x3f800000, {.rounds_pairwise = true}),
            format_named("f32").default_nan());
}

}  // namespace
}  // namespace mmasc::mfma
