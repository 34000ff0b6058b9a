// SPDX-License-Identifier: Apache-2.0
// Numbers as text against every pattern of the small formats, and against the neighbours they name.
#include "mmasc/text/number.h"

#include <gtest/gtest.h>

#include "mmasc/arith/convert.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/hex.h"

namespace mmasc {
namespace {

const Format& format(std::string_view name) { return *find_format(name); }

std::uint64_t encoded(std::string_view text, std::string_view name) {
  return encode(parse_number(text), format(name));
}

std::string refusal(std::string_view text, std::string_view name) {
  try {
    encoded(text, name);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Number, EveryPatternOfTheSmallFormatsComesBack) {
  int cases = 0;
  for (const Format& row : shipped_formats()) {
    if (row.storage_bits() > 16) continue;
    for (std::uint64_t bits = 0; bits <= row.storage_mask(); ++bits) {
      if (decode(row, bits).nan) continue;
      // ue4m3 ignores its top bit; only the pattern without it is written.
      if (row.sign == Sign::ignored && bits >> row.sign_low() != 0) continue;
      ++cases;
      ASSERT_EQ(encode(parse_number(to_decimal(row, bits)), row), bits) << row.name << " " << bits;
      ASSERT_EQ(encode(parse_number(to_hexfloat(row, bits)), row), bits) << row.name << " " << bits;
    }
  }
  EXPECT_GT(cases, 2 * 60000);
}

TEST(Number, ExactValues) {
  EXPECT_EQ(encoded("1", "f32"), 0x3f800000u);
  EXPECT_EQ(encoded("-0.75", "f32"), 0xbf400000u);
  EXPECT_EQ(encoded("+.5", "f16"), 0x3800u);
  EXPECT_EQ(encoded("5.", "f16"), 0x4500u);
  EXPECT_EQ(encoded("6.5024e4", "f16"), 0x7bf0u);
  EXPECT_EQ(encoded("0x1.8p3", "f32"), 0x41400000u);
  EXPECT_EQ(encoded("0X1P-149", "f32"), 1u);
  EXPECT_EQ(encoded("0x.8p-148", "f32"), 1u);
  EXPECT_EQ(encoded("1."
                    "401298464324817070923729583289916131280261941876515771757068283889791082685860"
                    "60148663818836212158203125e-45",
                    "f32"),
            1u);
  EXPECT_EQ(encoded("0x1.fffffffffffffp1023", "f64"), 0x7fefffffffffffffu);
  EXPECT_EQ(encoded("0x1p-1074", "f64"), 1u);
  EXPECT_EQ(encoded("1", "tf32"), 0x3f800000u);
  EXPECT_EQ(encoded("0x1p-127", "ue8m0"), 0u);
  EXPECT_EQ(encoded("1", "ue8m0"), 127u);
}

// Among these, only INT_MIN's magnitude is no int.
TEST(Number, ExponentsAreBounded) {
  for (const auto text : {"1e5001", "1e-5001", "0x1p2147483647", "1e2147483648", "1e-2147483647",
                          "1e-2147483648", "0x1p-2147483648", "1e-2147483649"})
    EXPECT_NE(refusal(text, "f32").find("begins an exponent beyond 5000"), std::string::npos)
        << text << ": " << refusal(text, "f32");
}

TEST(Number, SpecialValues) {
  EXPECT_EQ(encoded("-0", "f16"), 0x8000u);
  EXPECT_EQ(encoded("-0.0e9", "f16"), 0x8000u);
  EXPECT_EQ(encoded("inf", "f32"), 0x7f800000u);
  EXPECT_EQ(encoded("-Infinity", "f32"), 0xff800000u);
  EXPECT_EQ(encoded("NaN", "e4m3"), 0x7fu);
  EXPECT_EQ(refusal("inf", "e4m3"), "e4m3 has no infinity; its greatest is 448 (0x7e)");
  EXPECT_EQ(refusal("nan", "e2m1"), "e2m1 has no NaN");
  EXPECT_EQ(refusal("-0", "e4m3fnuz"), "e4m3fnuz has no -0");
  EXPECT_EQ(refusal("-1", "ue8m0"), "ue8m0 has no negative numbers");
}

TEST(Number, InexactIsRefusedWithItsNeighbours) {
  EXPECT_EQ(refusal("0.1", "e4m3"),
            "e4m3 has no such number; it lies between 0.09375 (0x1c) and 0.1015625 (0x1d)");
  EXPECT_EQ(refusal("-0.1", "e4m3"),
            "e4m3 has no such number; it lies between -0.1015625 (0x9d) and -0.09375 (0x9c)");
  EXPECT_EQ(refusal("449", "e4m3"), "e4m3 has no such number; its greatest is 448 (0x7e)");
  EXPECT_EQ(refusal("-1e4000", "f64").substr(0, 38), "f64 has no such number; its least is -");
  EXPECT_EQ(refusal("0", "ue8m0").substr(0, 39), "ue8m0 has no such number; its least is ");
  EXPECT_EQ(refusal("0.1", "e2m1"),
            "e2m1 has no such number; it lies between 0 (0x0) and 0.5 (0x1)");
  // No double is so close to the tie of f32; a double rounding would take it for exact.
  EXPECT_NE(refusal("1.00000000000000000000000000000001", "f32"), "accepted");
}

TEST(Number, BadTextNamesTheCharacter) {
  const auto offset = [](std::string_view text) -> int {
    try {
      parse_number(text);
    } catch (const OperandError& error) {
      return static_cast<int>(error.offset);
    }
    return -1;
  };
  EXPECT_EQ(offset(""), 0);
  EXPECT_EQ(offset("-"), 1);
  EXPECT_EQ(offset("1.5x"), 3);
  EXPECT_EQ(offset("1..5"), 2);
  EXPECT_EQ(offset("1e"), 2);
  EXPECT_EQ(offset("1e+-5"), 3);
  EXPECT_EQ(offset("1e+"), 3);
  EXPECT_EQ(offset("1e99999999999"), 2);
  EXPECT_EQ(offset("0x1.8q"), 5);
  EXPECT_EQ(offset("infinite"), 0);
  EXPECT_EQ(offset("nan0"), 0);
  EXPECT_EQ(offset(std::string(5000, '7')), 2000);
}

TEST(Number, DecimalsAreExactAndShort) {
  EXPECT_EQ(to_decimal(format("f32"), 0x3dcccccd), "0.100000001490116119384765625");
  EXPECT_EQ(to_decimal(format("f32"), 0x7f7fffff), "340282346638528859811704183484516925440");
  EXPECT_EQ(to_decimal(format("f16"), 0x0001), "5.9604644775390625e-8");
  EXPECT_EQ(to_hexfloat(format("f32"), 0xbf400000), "-0x1.8p-1");
  EXPECT_EQ(to_hexfloat(format("f64"), 1), "0x1p-1074");
  EXPECT_EQ(to_decimal(format("f32"), 0x80000000), "-0");
}

TEST(Number, TextsAreShort) {
  EXPECT_EQ(element_text(format("f32"), 0x3dcccccd), "0.100000001490116119384765625");
  EXPECT_EQ(element_text(format("f64"), 1), "0x1p-1074");
  EXPECT_EQ(element_text(format("s64"), 1), "1");
  EXPECT_EQ(element_text(format("f32"), 0x3dcccccd, 16), "0x1.99999ap-4");
  EXPECT_EQ(both_texts(format("f16"), 0x3e00), "1.5  0x1.8p+0");
  EXPECT_EQ(both_texts(format("f64"), 1), "0x1p-1074");
  EXPECT_EQ(both_texts(format("f16"), 0xfc00), "-inf");
  EXPECT_EQ(both_texts(format("f16"), 0x8000), "-0");
  EXPECT_EQ(both_texts(format("s8"), 0x85), "-123");
  EXPECT_EQ(refusal("0x1.00000000000001", "f64"),
            "f64 has no such number; it lies between 1 (0x3ff0000000000000) and "
            "0x1.0000000000001p+0 (0x3ff0000000000001)");
}

}  // namespace
}  // namespace mmasc
