// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/from_f32.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <optional>

#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

const Format& format(std::string_view name) { return *find_format(name); }

// The number that `bits` are, by the host's arithmetic; nullopt for Inf and NaN.
std::optional<double> number(std::uint64_t bits, const Format& format) {
  const std::uint64_t fraction =
      bits >> format.fraction_low() & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const int field = int(bits >> format.exponent_low()) & format.top_exponent_field();
  if (format.has_nan() && field == format.top_exponent_field() &&
      (format.specials == Specials::ieee || fraction + 1 == 1u << format.fraction_bits))
    return std::nullopt;
  const double significand =
      std::ldexp(double(fraction), -format.fraction_bits) + (field == 0 ? 0 : 1);
  const double value = std::ldexp(significand, std::max(field, 1) - format.bias);
  return bits >> format.sign_low() & 1 ? -value : value;
}

std::uint32_t f32(double value) { return std::bit_cast<std::uint32_t>(float(value)); }

TEST(FromF32, TakesEveryNumberBackExactly) {
  int numbers = 0;
  for (const char* name : {"bf16", "f16", "e5m2", "e4m3", "e3m2", "e2m3", "e2m1"}) {
    const Format& to = format(name);
    for (std::uint64_t bits = 0; bits <= to.storage_mask(); ++bits) {
      const auto value = number(bits, to);
      if (!value) continue;
      const FromF32 converted = from_f32(f32(*value), to);
      ASSERT_TRUE(converted.exact) << name << ' ' << bits;
      ASSERT_EQ(converted.bits, bits) << name;
      ++numbers;
    }
  }
  EXPECT_GT(numbers, 120000);
}

TEST(FromF32, RoundsToNearestEvenBetweenAllF16Neighbours) {
  const Format& f16 = format("f16");
  for (std::uint64_t low = 0; low < 0x7bff; ++low)
    for (const std::uint64_t sign : {0x0000u, 0x8000u}) {
      const std::uint32_t half = f32((*number(low, f16) + *number(low + 1, f16)) / 2);
      const std::uint32_t negative = sign ? 0x80000000u : 0u;
      const std::uint64_t even = low % 2 == 0 ? low : low + 1;
      ASSERT_EQ(from_f32(negative | half, f16).bits, sign | even);
      ASSERT_EQ(from_f32(negative | (half - 1), f16).bits, sign | low);
      ASSERT_EQ(from_f32(negative | (half + 1), f16).bits, sign | (low + 1));
      ASSERT_FALSE(from_f32(negative | half, f16).exact);
    }
}

TEST(FromF32, Overflow) {
  const Format& f16 = format("f16");
  EXPECT_EQ(from_f32(f32(65520), f16).bits, 0x7c00u);
  EXPECT_EQ(from_f32(f32(65520) - 1, f16).bits, 0x7bffu);
  EXPECT_EQ(from_f32(f32(-1e38), f16).bits, 0xfc00u);
  EXPECT_FALSE(from_f32(f32(65520), f16).exact);
  EXPECT_FALSE(from_f32(f32(480), format("e4m3")).exact);
  EXPECT_EQ(from_f32(f32(480), format("e4m3")).bits, 0x7fu);
}

TEST(FromF32, LeastNumbers) {
  const Format& f16 = format("f16");
  EXPECT_EQ(from_f32(0x00000001, f16).bits, 0u);
  EXPECT_FALSE(from_f32(0x00000001, f16).exact);
  EXPECT_EQ(from_f32(0x80000000, f16).bits, 0x8000u);
  EXPECT_FALSE(from_f32(0x80000000, format("e4m3fnuz")).exact);  // has no -0
  EXPECT_EQ(from_f32(0x00000001, format("f64")).bits, 0x36a0000000000000u);
}

TEST(FromF32, InfinityAndNan) {
  EXPECT_EQ(from_f32(0xff800000, format("f16")).bits, 0xfc00u);
  EXPECT_EQ(from_f32(0x7fffe000, format("f16")).bits, 0x7fffu);
  EXPECT_TRUE(from_f32(0x7fffe000, format("f16")).exact);
  EXPECT_FALSE(from_f32(0x7f800001, format("f16")).exact);
  EXPECT_EQ(from_f32(0x7fffffff, format("f32")).bits, 0x7fffffffu);
  EXPECT_FALSE(from_f32(0x7f800000, format("e4m3")).exact);
}

TEST(FromF32, IgnoredLowBitsMustBeClear) {
  EXPECT_EQ(from_f32(0x3f7aa000, format("tf32")).bits, 0x3f7aa000u);
  EXPECT_TRUE(from_f32(0x3f7aa000, format("tf32")).exact);
  EXPECT_FALSE(from_f32(0x3f7aa001, format("tf32")).exact);
}

}  // namespace
}  // namespace mmasc
