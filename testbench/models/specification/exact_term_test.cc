// SPDX-License-Identifier: Apache-2.0
// The specification's own parts: formats and the rounding of exact numbers.
#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "mmasc/unit/formats.h"
#include "specification/known_units.h"
#include "specification/term.h"

namespace mmasc::exact {
namespace {

using known::format;

bool same_term(const Term& x, const Term& y) {
  return x.nan == y.nan && x.infinite == y.infinite && x.zero == y.zero &&
         x.negative == y.negative && x.exponent == y.exponent && x.value == y.value;
}

// The word with the bits that carry nothing cleared.
std::uint64_t meaningful(const Format& f, std::uint64_t bits) {
  if (f.sign == Sign::ignored) bits &= ~(std::uint64_t{1} << f.sign_low());
  return bits & ~((std::uint64_t{1} << f.ignored_low_bits) - 1);
}

TEST(ExactTerm, EveryNumberOfASmallFormatComesBack) {
  for (const auto& f : shipped_formats()) {
    if (f.storage_bits() > 16) continue;
    for (std::uint64_t bits = 0; bits <= f.storage_mask(); ++bits) {
      const Term term = decode(f, bits);
      const std::uint64_t back = encode(f, term);
      if (term.nan) {
        EXPECT_TRUE(decode(f, back).nan) << f.name << " " << bits;
      } else {
        EXPECT_EQ(back, meaningful(f, bits)) << f.name;
        EXPECT_TRUE(same_term(round_to_format(term, f, {}), term)) << f.name << " " << bits;
      }
    }
  }
}

TEST(ExactTerm, NumbersOfEveryFormat) {
  struct Row {
    std::string_view name;
    std::uint64_t bits;
    int integer, exponent_of_integer, exponent;
  };
  for (const auto& row : {
           Row{"f64", 0x3ff8000000000000, 3, -1, 0},
           Row{"f64", 0x0000000000000001, 1, -1074, -1022},
           Row{"f32", 0xc0400000, -3, 0, 1},
           Row{"f32", 0x00000001, 1, -149, -126},
           Row{"tf32", 0x3f803fff, 1025, -10, 0},  // the low 13 bits are nothing
           Row{"bf16", 0x0001, 1, -133, -126},
           Row{"f16", 0x7bff, 2047, 5, 15},
           Row{"e5m2", 0x7b, 7, 13, 15},
           Row{"e4m3", 0x7e, 7, 6, 8},
           Row{"e4m3", 0x81, -1, -9, -6},
           Row{"e5m2fnuz", 0x7f, 7, 13, 15},
           Row{"e4m3fnuz", 0xff, -15, 4, 7},
           Row{"e3m2", 0x1f, 7, 2, 4},
           Row{"e2m3", 0x01, 1, -3, 0},
           Row{"e2m1", 0xf, -3, 1, 2},
           Row{"ue8m0", 0x00, 1, -127, -127},
           Row{"ue8m0", 0xfe, 1, 127, 127},
           Row{"ue4m3", 0xfe, 7, 6, 8},
           Row{"ue4m3", 0x01, 1, -9, -6},
       }) {
    const Term term = decode(format(row.name), row.bits);
    EXPECT_TRUE(term.finite()) << row.name;
    EXPECT_FALSE(term.zero) << row.name;
    EXPECT_TRUE(term.value == (Dyadic{row.integer, row.exponent_of_integer})) << row.name;
    EXPECT_EQ(term.exponent, row.exponent) << row.name;
    EXPECT_EQ(term.negative, row.integer < 0) << row.name;
  }
}

TEST(ExactTerm, SpecialsOfEveryFormat) {
  struct Row {
    std::string_view name;
    std::uint64_t nan;
  };
  for (const auto& row :
       {Row{"f64", 0x7ff0000000000001}, Row{"f32", 0xff800001}, Row{"tf32", 0x7fc00000},
        Row{"bf16", 0x7f81}, Row{"f16", 0xfe00}, Row{"e5m2", 0x7d}, Row{"e4m3", 0xff},
        Row{"e5m2fnuz", 0x80}, Row{"e4m3fnuz", 0x80}, Row{"ue8m0", 0xff}, Row{"ue4m3", 0x7f},
        Row{"ue4m3", 0xff}})
    EXPECT_TRUE(decode(format(row.name), row.nan).nan) << row.name;
  EXPECT_TRUE(decode(format("f32"), 0xff800000).infinite);
  EXPECT_TRUE(decode(format("tf32"), 0x7f800001).infinite);  // the payload lies in ignored bits
  EXPECT_TRUE(decode(format("e5m2"), 0x7c).infinite);
  EXPECT_TRUE(decode(format("f16"), 0x8000).zero);
  EXPECT_TRUE(decode(format("f16"), 0x8000).negative);
  EXPECT_EQ(decode(format("f16"), 0x8000).exponent, -14);
}

TEST(ExactTerm, RoundingModes) {
  // Quarters to integers.
  struct Row {
    int quarters;
    std::array<int, kRoundings.size()> rounded;  // in the order of kRoundings
  };
  for (const auto& row : {
           Row{1, {0, 0, 0, 0, 1, 1, 1}},
           Row{2, {0, 1, 0, 0, 1, 1, 1}},
           Row{3, {1, 1, 0, 0, 1, 1, 1}},
           Row{4, {1, 1, 1, 1, 1, 1, 1}},
           Row{6, {2, 2, 1, 1, 2, 2, 1}},
           Row{9, {2, 2, 2, 2, 3, 3, 3}},
           Row{10, {2, 3, 2, 2, 3, 3, 3}},
           Row{-1, {0, 0, 0, -1, 0, -1, -1}},
           Row{-2, {0, -1, 0, -1, 0, -1, -1}},
           Row{-6, {-2, -2, -1, -2, -1, -2, -1}},
           Row{-10, {-2, -3, -2, -3, -2, -3, -3}},
       })
    for (std::size_t i = 0; i < kRoundings.size(); ++i)
      EXPECT_TRUE(round_to_multiple({row.quarters, -2}, 0, kRoundings[i].rounding) ==
                  (Dyadic{row.rounded[i], 0}))
          << row.quarters << " " << kRoundings[i].name;
}

Term number(int integer, int exponent) {
  Term term;
  term.value = {integer, exponent};
  term.exponent = 0;
  term.negative = integer < 0;
  return term;
}

std::uint64_t rounded(const Term& term, std::string_view name, const RoundingRule& rule) {
  return encode(format(name), round_to_format(term, format(name), rule));
}

TEST(ExactTerm, OverflowInEveryRoundingMode) {
  for (const auto& mode : kRoundings) {
    RoundingRule rule;
    rule.rounding = mode.rounding;
    EXPECT_EQ(rounded(number(1, 16), "f16", rule), 0x7c00u) << mode.name;
    EXPECT_EQ(rounded(number(-1, 16), "f16", rule), 0xfc00u) << mode.name;
    EXPECT_EQ(rounded(number(15, 5), "e4m3", rule), 0x7fu) << mode.name;  // 480
    EXPECT_EQ(rounded(number(-1, 8), "e4m3fnuz", rule), 0x80u) << mode.name;
    rule.overflow = Overflow::saturate;
    EXPECT_EQ(rounded(number(-1, 16), "f16", rule), 0xfbffu) << mode.name;
    EXPECT_EQ(rounded(number(15, 5), "e4m3", rule), 0x7eu) << mode.name;
    rule.fraction_bits = 4;
    EXPECT_EQ(rounded(number(1, 16), "f16", rule), 0x7bc0u) << mode.name;
  }
}

TEST(ExactTerm, NearestEvenOverflowStartsHalfAUnitAboveTheLargest) {
  EXPECT_EQ(rounded(number(65519, 0), "f16", {}), 0x7bffu);
  EXPECT_EQ(rounded(number(65520, 0), "f16", {}), 0x7c00u);
}

TEST(ExactTerm, SignsOfSmallResults) {
  RoundingRule rule;
  const Term tiny = number(-1, -40), subnormal = number(-3, -24);
  EXPECT_EQ(rounded(tiny, "f16", rule), 0x8000u);
  EXPECT_EQ(rounded(subnormal, "f16", rule), 0x8003u);
  EXPECT_EQ(rounded(tiny, "e5m2fnuz", rule), 0u);  // it has no -0
  rule.underflow = Underflow::to_plus_zero;
  EXPECT_EQ(rounded(tiny, "f16", rule), 0u);
  rule.flush = Flush::keep_sign;
  EXPECT_EQ(rounded(subnormal, "f16", rule), 0x8000u);
  rule.flush = Flush::to_plus_zero;
  EXPECT_EQ(rounded(subnormal, "f16", rule), 0u);
}

TEST(ExactTerm, FlushFollowsRounding) {
  RoundingRule rule;
  rule.flush = Flush::keep_sign;
  EXPECT_EQ(rounded(number(2047, -25), "f16", rule), 0x0400u);  // rounds up to the least normal
}

TEST(ExactTerm, PreroundingComesFirst) {
  RoundingRule rule;
  const Term above_half = number((1 << 20) + (1 << 9) + 1, -20);  // 1 + half a unit + a little
  EXPECT_EQ(rounded(above_half, "f16", rule), 0x3c01u);
  rule.prerounding = Prerounding{12, Rounding::down};
  EXPECT_EQ(rounded(above_half, "f16", rule), 0x3c00u);
}

}  // namespace
}  // namespace mmasc::exact
