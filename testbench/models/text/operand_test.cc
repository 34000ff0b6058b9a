// SPDX-License-Identifier: Apache-2.0
#include "mmasc/text/operand.h"

#include <gtest/gtest.h>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/hex.h"

namespace mmasc {
namespace {

using Bits = std::vector<std::uint64_t>;

const Format& e4m3() { return *find_format("e4m3"); }
const Format& f32() { return *find_format("f32"); }

std::string refusal(std::string_view text, const Format& format, int count) {
  try {
    parse_operand(text, format, count, "--a");
  } catch (const OperandError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Operand, HexStrings) {
  EXPECT_EQ(parse_operand("38B8c0", e4m3(), 3, "--a").elements, (Bits{0x38, 0xb8, 0xc0}));
  EXPECT_EQ(parse_operand("1e5", *find_format("e2m1"), 3, "--a").elements, (Bits{1, 14, 5}));
  EXPECT_EQ(refusal(std::string(31, '0'), e4m3(), 32),
            "--a: 31 digits; e4m3 x 32 takes 64 (a value has a point: 1.0), column 32");
  EXPECT_EQ(refusal("000000", e4m3(), 2), "--a: 6 digits; e4m3 x 2 takes 4, column 5");
  EXPECT_EQ(refusal("00g0", e4m3(), 2),
            "--a: hex string: 'g' is not a hex digit; use 0-9 and a-f, column 3");
  EXPECT_NE(refusal("7f", *find_format("e2m3"), 1).find("beyond the 6 bits"), std::string::npos);
}

TEST(Operand, DigitsThatAreANumberTooAreTold) {
  for (const char* text : {"16777216", "12345e10"})
    EXPECT_TRUE(parse_operand(text, f32(), 1, "--c").is_also_number) << text;
  for (const char* text : {"3f800000", "00000001", "1.5", "+16777216", "0x16777216"})
    EXPECT_FALSE(parse_operand(text, f32(), 1, "--c").is_also_number) << text;
}

TEST(Operand, NumbersThatCouldBeBitsAreTold) {
  const auto could_be = [](const char* text, const char* format) {
    return parse_operand(text, *find_format(format), 4, "--a").also_bits;
  };
  EXPECT_EQ(could_be("40 48", "e4m3"), "40");
  EXPECT_EQ(could_be("10,48, 00", "e4m3"), "10");
  EXPECT_EQ(could_be("3e00 4000", "f16"), "3e00");
  EXPECT_EQ(could_be("1 2", "e2m1"), "1");
  for (const auto& [text, format] :
       {std::pair("40 4.5", "e4m3"), std::pair("40 8", "e4m3"), std::pair("40 0x48", "e4m3"),
        std::pair("40 -8", "e4m3"), std::pair("40 48", "f16"), std::pair("0 0", "e2m1"),
        std::pair("24 12", "e3m1f"), std::pair("00 00", "e4m3"), std::pair("0x40 0x48", "e4m3")})
    EXPECT_EQ(could_be(text, format), "") << text;
}

TEST(Operand, WordsOfBitsAreToldHowToBeWritten) {
  EXPECT_EQ(refusal("40 4c", e4m3(), 2),
            "--a: 4c: 'c' does not belong to a number; write 1.5, -2e-3, 0x1.8p3, inf or nan; for "
            "the bits write 0x4c, column 5");
  EXPECT_EQ(refusal("3c00 b8ff", *find_format("f16"), 2).substr(0, 15), "--a: 3c00: 'c' ");
  EXPECT_EQ(refusal("1.0 b8", e4m3(), 2),
            "--a: b8: 'b' where a number starts with a digit; for the bits write 0xb8, column 5");
  EXPECT_EQ(refusal("1.0 4cc", e4m3(), 2),
            "--a: 4cc: 'c' does not belong to a number; write 1.5, -2e-3, 0x1.8p3, inf or nan, "
            "column 6");
  EXPECT_EQ(refusal("1.0 7f", *find_format("e3m2"), 2),  // beyond 6 bits
            "--a: 7f: 'f' does not belong to a number; write 1.5, -2e-3, 0x1.8p3, inf or nan, "
            "column 6");
  // Bits of a number that the format lacks.
  EXPECT_EQ(
      refusal("49 38", e4m3(), 2),
      "--a: 49: e4m3 has no such number; it lies between 48 (0x64) and 52 (0x65); for the bits "
      "write 0x49, column 1");
}

TEST(Operand, Lists) {
  EXPECT_EQ(parse_operand("1, -2 0x7e,0x1.8p1", e4m3(), 4, "--a").elements,
            (Bits{0x38, 0xc0, 0x7e, 0x44}));
  EXPECT_EQ(parse_operand("inf", f32(), 1, "--a").elements, (Bits{0x7f800000}));
  EXPECT_EQ(parse_operand("0x1", f32(), 1, "--a").elements, (Bits{1}));
  EXPECT_EQ(refusal("1,,2", e4m3(), 3), "--a: a comma without an element before it, column 3");
  EXPECT_EQ(refusal("1,", e4m3(), 3), "--a: the list ends without an element, column 3");
  EXPECT_EQ(refusal("1,2,3", e4m3(), 2), "--a: 3 elements; give e4m3 x 2, column 5");
  EXPECT_EQ(refusal("1,0x1ff", e4m3(), 2),
            "--a: 0x1ff: 3 hex digits; an element of e4m3 has 2, column 7");
  EXPECT_EQ(refusal("1,0x1g", e4m3(), 2).substr(0, 34), "--a: 0x1g: 'g' is not a hex digit;");
  EXPECT_TRUE(refusal("1,0x1g", e4m3(), 2).ends_with(", column 6"));
  EXPECT_TRUE(refusal("1, 2.x", e4m3(), 2).ends_with(", column 6"));
  EXPECT_EQ(refusal("1,0.1", e4m3(), 2),
            "--a: 0.1: e4m3 has no such number; it lies between 0.09375 (0x1c) and 0.1015625 "
            "(0x1d), column 3");
}

TEST(Operand, ShortListsArePaddedWithZero) {
  const TypedOperand operand = parse_operand("1.0", e4m3(), 4, "--a");
  EXPECT_EQ(operand.elements, (Bits{0x38, 0, 0, 0}));
  EXPECT_EQ(operand.padded, 3);
  EXPECT_EQ(refusal("1.0", *find_format("ue8m0"), 2),
            "--a: 1 of 2 elements; ue8m0 has no zero to stand in for the others, column 4");
}

}  // namespace
}  // namespace mmasc
