// SPDX-License-Identifier: Apache-2.0
// Written numbers rounded once: against the host's own reading of decimals, and where rounding to
// f64 first would go wrong.
#include "mmasc/text/round_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

RoundedNumber rounded(const std::string& text, const char* format, Conversion conversion = {}) {
  return round_number(parse_number(text), format_named(format), conversion);
}

std::string random_decimal(Random& random) {
  std::string text = random.chance(50) ? "-" : "";
  for (int digits = random.between(1, 30); digits > 0; --digits)
    text += static_cast<char>('0' + random.below(10));
  return text + "e" + std::to_string(random.between(-60, 20));
}

TEST(RoundNumber, ReadsDecimalsAsTheHostDoes) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random_decimal(random);
    double number = 0;
    float narrow = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    ASSERT_EQ(rounded(text, "f64").bits, std::bit_cast<std::uint64_t>(number)) << text;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), narrow);
    if (parsed.ec != std::errc{}) continue;  // beyond f32, either way
    ASSERT_EQ(rounded(text, "f32").bits, std::bit_cast<std::uint32_t>(narrow)) << text;
  }
}

TEST(RoundNumber, RoundsOnceInEveryMode) {
  constexpr auto toward_zero = Rounding::toward_zero, down = Rounding::down, up = Rounding::up;
  EXPECT_EQ(rounded("0.1", "e4m3").bits, 0x1du);  // 0.1015625
  EXPECT_EQ(rounded("0.1", "e4m3", {toward_zero}).bits, 0x1cu);
  EXPECT_EQ(rounded("-0.1", "e4m3", {down}).bits, 0x9du);
  EXPECT_EQ(rounded("-0.1", "e4m3", {up}).bits, 0x9cu);
  EXPECT_FALSE(rounded("0.1", "e4m3").exact);
  EXPECT_TRUE(rounded("0.09375", "e4m3").exact);
  // A tie and 10^-60 more: f64 does not see it.
  const std::string tie = "1.0625" + std::string(60, '0');
  EXPECT_EQ(rounded(tie, "e4m3").bits, 0x38u);
  EXPECT_EQ(rounded(tie + "1", "e4m3").bits, 0x39u);
  EXPECT_EQ(rounded("1e-5000", "f32", {up}).bits, 1u);
  EXPECT_EQ(rounded("1e-5000", "f32").bits, 0u);
  EXPECT_FALSE(rounded("1e-5000", "f32").exact);
}

TEST(RoundNumber, SaysWhatOverflows) {
  const auto overflows = [](const char* text, const char* format, std::uint64_t bits,
                            Conversion conversion = {}) {
    const RoundedNumber number = rounded(text, format, conversion);
    EXPECT_EQ(number.bits, bits) << text << " " << format;
    EXPECT_FALSE(number.exact);
    return number.overflows;
  };
  const Conversion saturate{.overflow = Overflow::saturate};
  EXPECT_TRUE(overflows("1000", "e4m3", 0x7f));
  EXPECT_TRUE(overflows("-1000", "e4m3", 0xfe, saturate));
  EXPECT_FALSE(overflows("449", "e4m3", 0x7e));  // rounds to the greatest
  EXPECT_TRUE(overflows("1e5000", "f16", 0x7c00));
  EXPECT_TRUE(overflows("100", "e2m1", 7));  // has nothing else to give
  EXPECT_FALSE(overflows("6.5", "e2m1", 7));
}

TEST(RoundNumber, SaysWhereTheSignIsLost) {
  for (const auto& [text, format] :
       {std::pair("-500", "e4m3"), std::pair("-nan", "f16"), std::pair("-0", "e4m3fnuz"),
        std::pair("-1e-30", "e4m3fnuz"), std::pair("-inf", "e4m3fnuz"), std::pair("-0", "ue4m3")})
    EXPECT_TRUE(rounded(text, format).loses_sign) << text << " " << format;
  for (const auto& [text, format] :
       {std::pair("500", "e4m3"), std::pair("-448", "e4m3"), std::pair("-0", "e4m3"),
        std::pair("-inf", "f16"), std::pair("nan", "e4m3fnuz"), std::pair("-0.1", "s8")})
    EXPECT_FALSE(rounded(text, format).loses_sign) << text << " " << format;
}

TEST(RoundNumber, TakesSpecialsWhereThereAreSome) {
  EXPECT_EQ(rounded("inf", "e5m2").bits, 0x7cu);
  EXPECT_TRUE(rounded("inf", "e5m2").exact);
  EXPECT_FALSE(rounded("inf", "e5m2").overflows);
  EXPECT_EQ(rounded("-inf", "e4m3", {.overflow = Overflow::saturate}).bits, 0xfeu);
  EXPECT_EQ(rounded("-0", "f16").bits, 0x8000u);
  EXPECT_EQ(rounded("-0", "e4m3fnuz").bits, 0u);
  EXPECT_EQ(rounded("nan", "e4m3").bits, 0x7fu);
  EXPECT_EQ(rounded("0x1p-128", "ue8m0").bits, 0u);
  EXPECT_FALSE(rounded("0x1p-128", "ue8m0").exact);
  EXPECT_THROW(rounded("nan", "e2m1"), InputError);
  EXPECT_THROW(rounded("-1", "ue8m0"), InputError);
  EXPECT_THROW(rounded("0", "ue8m0"), InputError);
}

}  // namespace
}  // namespace mmasc
