// SPDX-License-Identifier: Apache-2.0
// The rules of docs/datapath.md, one small unit each, against results worked out by hand.
#include <gtest/gtest.h>

#include <vector>

#include "specification/exact.h"
#include "specification/known_units.h"

namespace mmasc {
namespace {

using Bits = std::vector<std::uint64_t>;
using known::term;

constexpr std::uint64_t kOne = 0x3c00, kMinusOne = 0xbc00;  // f16
constexpr std::uint64_t kOneF32 = 0x3f800000;

// f16 products, f32 c and d, the sums given.
Unit unit_of(int lanes, std::vector<SumRow> sums) {
  Unit unit = known::plain_unit({"f16", "f16", "f32", "f32"}, lanes, lanes);
  unit.datapath.sums = std::move(sums);
  return unit;
}

std::uint64_t dot_of(const Unit& unit, const Bits& a, const Bits& b, std::uint64_t c) {
  return evaluate_exactly(unit, a, b, c);
}

SumRow rounded(SumRow row, std::string_view format, Rounding rounding = Rounding::nearest_even) {
  row.round_to = &known::format(format);
  row.rounding = rounding;
  return row;
}

TEST(ExactRules, SpecialValues) {
  const Unit unit = unit_of(2, {known::sum("dot", {term("products"), term("c")})});
  constexpr std::uint64_t inf = 0x7c00, minus_inf = 0xfc00, nan = 0x7e00;
  EXPECT_EQ(dot_of(unit, {inf, kOne}, {kOne, kOne}, 0), 0x7f800000u);
  EXPECT_EQ(dot_of(unit, {inf, kOne}, {kMinusOne, kOne}, 0), 0xff800000u);
  EXPECT_EQ(dot_of(unit, {inf, kOne}, {0, kOne}, 0), 0x7fc00000u);
  EXPECT_EQ(dot_of(unit, {inf, minus_inf}, {kOne, kOne}, 0), 0x7fc00000u);
  EXPECT_EQ(dot_of(unit, {inf, kOne}, {kOne, kOne}, 0xff800000), 0x7fc00000u);
  EXPECT_EQ(dot_of(unit, {nan, kOne}, {0, kOne}, 0), 0x7fc00000u);
  EXPECT_EQ(dot_of(unit, {0, 0}, {0, 0}, 0xff800001), 0x7fc00000u);
}

TEST(ExactRules, SignOfAnExactZero) {
  Unit unit = unit_of(1, {rounded(known::sum("dot", {term("products"), term("c")}), "f32")});
  constexpr std::uint64_t minus_zero = 0x80000000;
  EXPECT_EQ(dot_of(unit, {0x8000}, {kOne}, minus_zero), 0u);
  unit.datapath.zero_sign = ZeroSign::ieee;
  EXPECT_EQ(dot_of(unit, {0x8000}, {kOne}, minus_zero), minus_zero);
  EXPECT_EQ(dot_of(unit, {0x0000}, {kOne}, minus_zero), 0u);
  EXPECT_EQ(dot_of(unit, {kMinusOne}, {kOne}, kOneF32), 0u);
  unit.datapath.sums[0].rounding = Rounding::down;
  EXPECT_EQ(dot_of(unit, {0x0000}, {kOne}, minus_zero), minus_zero);
  EXPECT_EQ(dot_of(unit, {kMinusOne}, {kOne}, kOneF32), minus_zero);
  EXPECT_EQ(dot_of(unit, {0x0000}, {kOne}, 0), 0u);
}

TEST(ExactRules, FlushTakesOnlyTheInstructionsOwnC) {
  Unit unit = unit_of(1, {known::sum("dot", {term("products"), term("c")})});
  unit.instruction.shape.k = 2;  // two steps
  EXPECT_EQ(dot_of(unit, {0x0001, 0}, {kOne, 0}, 1), 0x33800000u);
  unit.datapath.flush.inputs = Flush::keep_sign;
  EXPECT_EQ(dot_of(unit, {0x0001, 0}, {kOne, 0}, 1), 0u);
  // A subnormal d of the first step goes on as the c of the second.
  Unit chain = known::fma_chain("f16", 2);
  chain.datapath.flush.inputs = Flush::to_plus_zero;
  EXPECT_EQ(dot_of(chain, {0x0400, 0}, {0x3800, 0}, 0), 0x0200u);
}

TEST(ExactRules, ProductInfinityAndRounding) {
  Unit unit = unit_of(1, {known::sum("dot", {term("products"), term("c")})});
  unit.datapath.product.infinity_at = 4;
  EXPECT_EQ(dot_of(unit, {0x4bff}, {kOne}, 0), 0x417fe000u);  // just below 16
  EXPECT_EQ(dot_of(unit, {0xcc00}, {kOne}, 0), 0xff800000u);
  unit.datapath.product.infinity_at.reset();
  unit.datapath.product.round_to = &known::format("f16");
  unit.datapath.product.rounding = Rounding::up;
  EXPECT_EQ(dot_of(unit, {0x3c01}, {0x3c01}, 0), 0x3f806000u);  // (1 + 2^-10)^2 up to 1 + 3 * 2^-10
}

TEST(ExactRules, ASumOfZerosIsAZeroButACancelledOneIsNot) {
  const auto inner = [](ZeroExponent zeros) {
    return known::truncated_sum("inner", {term("products")}, 10, zeros);
  };
  const auto outer =
      known::truncated_sum("outer", {term("inner"), term("c")}, 3, known::kZerosIgnored);
  const Unit unit = unit_of(2, {inner({}), outer});
  constexpr std::uint64_t nine_eighths_plus = 0x3f900100, nine_eighths = 0x3f900000;
  // 8 - 8 keeps exponent 3, so c is cut at 2^0.
  EXPECT_EQ(dot_of(unit, {0x4800, 0xc800}, {kOne, kOne}, nine_eighths_plus), kOneF32);
  // zeros keep their own exponent in the inner sum, but the sum is a zero: c is cut at 2^-3.
  EXPECT_EQ(dot_of(unit, {0, 0}, {0x7800, kOne}, nine_eighths_plus), nine_eighths);
  // Without any exponent, the outer `own` leaves the sum out; a number brings it in.
  Unit without = unit_of(2, {inner(known::kZerosIgnored), outer});
  without.datapath.sums[1].zero_exponent = {};
  EXPECT_EQ(dot_of(without, {0, 0}, {0x7800, kOne}, nine_eighths_plus), nine_eighths);
  without.datapath.sums[1].zero_exponent = known::zeros_at(3);
  EXPECT_EQ(dot_of(without, {0, 0}, {0x7800, kOne}, nine_eighths_plus), kOneF32);
}

TEST(ExactRules, ExponentFloor) {
  SumRow row = known::truncated_sum("dot", {term("products"), term("c")}, 3, known::kZerosIgnored);
  row.exponent_floor = 2;
  const Unit unit = unit_of(1, {row});
  EXPECT_EQ(dot_of(unit, {kOne}, {0x3e00}, 0), 0x3fc00000u);           // 1.5
  EXPECT_EQ(dot_of(unit, {kOne}, {0x3d00}, 0), kOneF32);               // 1.25 is cut at 2^-1
  EXPECT_EQ(dot_of(unit, {kOne}, {0x5000}, 0x40d00000), 0x42100000u);  // 32 + 6.5 is cut at 2^2
}

TEST(ExactRules, ATermVanishesButItsNanDoesNot) {
  TermRow c = term("c");
  c.vanishes_below = 2;
  const Unit unit = unit_of(1, {known::sum("dot", {term("products"), c})});
  EXPECT_EQ(dot_of(unit, {kOne}, {kOne}, 0x3e800000), 0x3fa00000u);  // exponent 0 - 2 still counts
  EXPECT_EQ(dot_of(unit, {kOne}, {kOne}, 0x3e7fffff), kOneF32);
  EXPECT_EQ(dot_of(unit, {kOne}, {kOne}, 0x7f800001), 0x7fc00000u);
}

// Three bits below e_max, the product's exponent and c's with its offset.
Unit offset_unit(int offset, ZeroExponent zeros = known::kZerosIgnored) {
  TermRow c = term("c");
  c.exponent_offset = offset;
  return unit_of(1, {known::truncated_sum("dot", {term("products"), c}, 3, zeros)});
}

TEST(ExactRules, AnExponentOffsetMovesTheLargestExponentAlone) {
  constexpr std::uint64_t nine_eighths = 0x3f900000, sixteenth = 0x2c00;
  EXPECT_EQ(dot_of(offset_unit(0), {kOne}, {kOne}, nine_eighths), 0x40080000u);   // 1 + 1.125
  EXPECT_EQ(dot_of(offset_unit(2), {kOne}, {kOne}, nine_eighths), 0x40000000u);   // cut at 2^-1
  EXPECT_EQ(dot_of(offset_unit(-2), {kOne}, {kOne}, nine_eighths), 0x40080000u);  // 1 leads
  EXPECT_EQ(dot_of(offset_unit(0), {sixteenth}, {kOne}, nine_eighths), nine_eighths);
  // e_max is -2 although c's exponent is 0: the cut at 2^-5 keeps 1.125 + 0.0625.
  EXPECT_EQ(dot_of(offset_unit(-2), {sixteenth}, {kOne}, nine_eighths), 0x3f980000u);
  // And -8: 1 + 2^-9 and 2^-10 stay, 2^-12 is cut at 2^-11.
  EXPECT_EQ(dot_of(offset_unit(-8), {0x1400}, {kOne}, 0x3f804000), 0x3f806000u);
  EXPECT_EQ(dot_of(offset_unit(-8), {0x1400}, {kOne}, 0x3f800800), 0x3f802000u);
}

TEST(ExactRules, AnExponentOffsetMovesTheOwnExponentsOfZeros) {
  EXPECT_EQ(dot_of(offset_unit(130, {}), {kOne}, {kOne}, 0), 0u);  // -126 + 130: 1 is cut at 2^1
  EXPECT_EQ(dot_of(offset_unit(128, {}), {kOne}, {kOne}, 0), kOneF32);                  // at 2^-1
  EXPECT_EQ(dot_of(offset_unit(130), {kOne}, {kOne}, 0), kOneF32);                      // ignored
  EXPECT_EQ(dot_of(offset_unit(130, known::zeros_at(0)), {kOne}, {kOne}, 0), kOneF32);  // as given
  // Where nothing took part there is no exponent to move.
  TermRow inner = term("inner");
  inner.exponent_offset = 40;
  const Unit unit =
      unit_of(2, {known::truncated_sum("inner", {term("products")}, 10, known::kZerosIgnored),
                  known::truncated_sum("outer", {inner, term("c")}, 3, {})});
  EXPECT_EQ(dot_of(unit, {0, 0}, {kOne, kOne}, 0x3f900000), 0x3f900000u);
}

TEST(ExactRules, ATermVanishesByItsOwnExponent) {
  const auto with = [](int offset) {
    TermRow c = term("c");
    c.vanishes_below = 2;
    c.exponent_offset = offset;
    return unit_of(1, {known::sum("dot", {term("products"), c})});
  };
  EXPECT_EQ(dot_of(with(-3), {kOne}, {kOne}, 0x3e800000), 0x3fa00000u);  // 0.25 is 2 below 1
  EXPECT_EQ(dot_of(with(-3), {kOne}, {kOne}, 0x3e7fffff), kOneF32);
  EXPECT_EQ(dot_of(with(3), {kOne}, {kOne}, 0x40800000), kOneF32);  // e_max is 5: 2 is 3 below
  EXPECT_EQ(dot_of(with(2), {kOne}, {kOne}, 0x40800000), 0x40a00000u);
}

TEST(ExactRules, AlignmentRoundingActsOnSignedTerms) {
  for (const auto& [rounding, expected] : {std::pair{Rounding::toward_zero, 0x41000000u},
                                           {Rounding::down, 0x40e00000u},
                                           {Rounding::up, 0x41000000u},
                                           {Rounding::away, 0x40e00000u},
                                           {Rounding::nearest_even, 0x41000000u},
                                           {Rounding::nearest_away, 0x40e00000u},
                                           {Rounding::to_odd, 0x40e00000u}}) {
    SumRow row = known::truncated_sum("dot", {term("products"), term("c")}, 3, {});
    row.alignment_rounding = rounding;
    // 8 - 0.5 in units of 1
    EXPECT_EQ(dot_of(unit_of(1, {row}), {0xb800}, {kOne}, 0x41000000), expected)
        << name_of(rounding);
  }
}

TEST(ExactRules, Shapes) {
  // Five terms: 2048, 1, 1, 1 and c = -1. In f16, 2048 + 1 rounds to 2048.
  constexpr std::uint64_t c = 0xbf800000;
  SumRow row = rounded(known::sum("dot", {term("products"), term("c")}), "f16");
  const Bits a{0x6800, kOne, kOne, kOne}, b{kOne, kOne, kOne, kOne};
  EXPECT_EQ(dot_of(unit_of(4, {row}), a, b, c), 0x45002000u);  // 2050
  row.shape = Shape::pairwise;
  EXPECT_EQ(dot_of(unit_of(4, {row}), a, b, c), 0x45000000u);  // (2048 + 2) - 1, a tie: 2048
  row.shape = Shape::sequential;
  EXPECT_EQ(dot_of(unit_of(4, {row}), a, b, c), 0x44ffe000u);  // 2048 - 1
}

TEST(ExactRules, SelectionsAndGroups) {
  SumRow even = rounded(known::sum("even", {term("products", Selection::Kind::even)}), "f16");
  SumRow odd = rounded(known::sum("odd", {term("products", Selection::Kind::odd)}), "f16");
  const SumRow all = known::sum("all", {term("even"), term("odd"), term("c")});
  const Bits ones{kOne, kOne, kOne, kOne}, a{0x6800, kOne, kOne, kOne};
  EXPECT_EQ(dot_of(unit_of(4, {even, odd, all}), a, ones, 0), 0x45002000u);  // 2048 + 2
  SumRow halves = rounded(known::sum("halves", {term("products")}), "f16");
  halves.groups = 2;
  const SumRow both = known::sum("both", {term("halves"), term("c")});
  EXPECT_EQ(dot_of(unit_of(4, {halves, both}), a, ones, 0), 0x45002000u);
  TermRow first = term("products", Selection::Kind::range), last = first;
  first.selection.last = last.selection.first = 1;
  last.selection.last = 4;
  const SumRow head = rounded(known::sum("head", {first, term("c")}), "f16");
  const SumRow rest = known::sum("rest", {last, term("head")});
  EXPECT_EQ(dot_of(unit_of(4, {head, rest}), a, ones, kOneF32), 0x45003000u);  // 2048 + 3
  // Every term list is cut: the groups are {0, 1} and {2, 3} of even and odd alike.
  halves.terms = {term("products", Selection::Kind::even), term("products", Selection::Kind::odd)};
  EXPECT_EQ(dot_of(unit_of(4, {halves, both}), a, ones, 0), 0x45002000u);
}

TEST(ExactRules, ScalesAloneAlignFixedPointProducts) {
  Unit unit = known::gst_fdpa("ue8m0", 16);
  Bits a(64, 0), b(64, 0), sa(4, 127), sb(4, 127);
  a[0] = 0x1, b[0] = 0x1;  // 0.5 * 0.5
  a[16] = 0x7, b[16] = 0x7, sa[1] = 127 + 34;
  EXPECT_EQ(evaluate_exactly(unit, a, b, 0, sa, sb), 0x53100000u);
  unit.datapath.result.rounding = Rounding::up;  // shows the quarter: kept down to 2^(34 - 35)
  EXPECT_EQ(evaluate_exactly(unit, a, b, 0, sa, sb), 0x53100000u);
  a[1] = 0x1, b[1] = 0x1;  // a half in all: the group is aligned as one number
  EXPECT_EQ(evaluate_exactly(unit, a, b, 0, sa, sb), 0x53100001u);
  sb[3] = 0xff;
  EXPECT_EQ(evaluate_exactly(unit, a, b, 0, sa, sb), 0x7fffffffu);
}

TEST(ExactRules, OrderWidenAndLateC) {
  Unit unit = known::emulated_fp8({"e4m3", "e4m3", "f32", "f32"}, -133, Rounding::toward_zero);
  Bits a(32, 0), b(32, 0x38);  // 1
  a[2] = 0x7e, a[4] = 0x01;    // 448 in the second step, 2^-9 in the first
  EXPECT_EQ(evaluate_exactly(unit, a, b, 0), 0x43e00040u);
  EXPECT_EQ(evaluate_exactly(unit, a, b, 0xc3e00040), 0u);
  EXPECT_EQ(evaluate_exactly(unit, Bits(32, 0), b, 0x80000000), 0u);  // the chain is +0
  EXPECT_EQ(evaluate_exactly(unit, a, b, 0x7f800001), 0x7fffffffu);
  // Widened, 2^-9 is a normal f16: input flushing does not take it.
  unit.datapath.flush.inputs = Flush::to_plus_zero;
  EXPECT_EQ(evaluate_exactly(unit, a, b, 0), 0x43e00040u);
}

}  // namespace
}  // namespace mmasc
