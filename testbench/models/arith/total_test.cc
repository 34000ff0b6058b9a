// SPDX-License-Identifier: Apache-2.0
// Coarse exponents, accumulators, cuts, cancelled sums and sticky bits, on the stage functions
// and their vector lanes, against results worked out by hand and the specification's.
#include <gtest/gtest.h>

#include <string>

#include "arith/compared_ways.h"
#include "unit/rows.h"

namespace mmasc {
namespace {

// Two f16 products are added three bits below e_max, and then c of f32.
Unit unit_with(const std::string& fields, const std::string& result = "",
               const std::string& c = "\"c\"") {
  return parse_unit(R"(
[datapath."my.total"]
lanes  = 2
sum    = [
  { name = "pair", terms = ["products"], fraction_bits = 3, zero_exponent = "ignored")" +
                    (fields.empty() ? "" : ", " + fields) + R"( },
  { name = "dot", terms = ["pair", )" +
                    c + R"(], fraction_bits = 24, zero_exponent = "ignored" },
]
result = { format = "f32", nan = "7fc00000")" +
                    result + R"( }
[instruction."my/total"]
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.total"
shape    = { m = 1, n = 1, k = 2 }
)");
}

// The same, in one sum that the result rounds.
Unit root_with(const std::string& fields, const std::string& rounding, int kept = 23) {
  return parse_unit(R"(
[datapath."my.root"]
lanes  = 2
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 3, zero_exponent = "ignored")" +
                    (fields.empty() ? "" : ", " + fields) +
                    R"( }]
result = { format = "f32", nan = "7fc00000", rounding = ")" +
                    rounding + "\", significand_fraction = " + std::to_string(kept) + R"( }
[instruction."my/root"]
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.root"
shape    = { m = 1, n = 1, k = 2 }
)");
}

constexpr std::uint64_t kOne = 0x3c00, kMinusOne = 0xbc00, kTwo = 0x4000, kTiny = 0x1400;  // 2^-10

std::uint64_t d_of(const Unit& unit, std::uint64_t a0, std::uint64_t a1, std::uint64_t c = 0) {
  return evaluate(Sequence(unit), view(case_of({a0, a1}, {kOne, kOne}, c)));
}

TEST(Total, AnAccumulatorWrapsOrSaturates) {
  // Five bits hold -16 to 15 units of 1/8.
  const Unit wraps = unit_with("accumulator = { bits = 5 }");
  const Unit saturates = unit_with("accumulator = { bits = 5, overflow = \"saturate\" }");
  constexpr std::uint64_t kMinusOneAndAHalf = 0xbe00;
  EXPECT_EQ(d_of(wraps, kOne, kOne), 0xc0000000u);      // 16 units: -16
  EXPECT_EQ(d_of(saturates, kOne, kOne), 0x3ff00000u);  // 15
  EXPECT_EQ(d_of(wraps, kMinusOne, kMinusOne), 0xc0000000u);
  EXPECT_EQ(d_of(wraps, kMinusOneAndAHalf, kMinusOne), 0x3fc00000u);  // -20 units: 12
  EXPECT_EQ(d_of(saturates, kMinusOneAndAHalf, kMinusOne), 0xc0000000u);
  EXPECT_EQ(d_of(unit_with("accumulator = { bits = 6 }"), kOne, kOne), 0x40000000u);
}

TEST(Total, AnAccumulatorOfIntegersHoldsExactSums) {
  const Unit saturates = parse_unit(R"(
[datapath."my.pairs"]
lanes  = 2
sum    = [
  { name = "pair", terms = ["products"], accumulator = { bits = 16, overflow = "saturate" } },
  { name = "dot", terms = ["pair", "c"] },
]
result = { format = "s32", overflow = "wrap" }
[instruction."my/pairs"]
formats  = { a = "u8", b = "s8", c = "s32" }
datapath = "my.pairs"
shape    = { m = 1, n = 1, k = 2 }
)");
  const Sequence sequence(saturates);
  const auto d = [&](std::uint64_t b, std::uint64_t c) {
    return evaluate(sequence, view(case_of({0xff, 0xff}, {b, b}, c)));
  };
  EXPECT_EQ(d(0x7f, 1), 0x8000u);      // 2 * 255 * 127 = 64770 is 32767 in 16 bits
  EXPECT_EQ(d(0x80, 1), 0xffff8001u);  // and -65280 is -32768
}

TEST(Total, ACutRoundsWithoutNormalizing) {
  constexpr std::uint64_t kThreeEighths = 0x3600, kMinusThreeQuarters = 0xba00;
  const Unit cut = unit_with("cut = { fraction_bits = 1 }");
  EXPECT_EQ(d_of(cut, kOne, kThreeEighths), 0x3f800000u);
  EXPECT_EQ(d_of(cut, kOne, kMinusThreeQuarters), 0u);  // a quarter, below 2^-1
  EXPECT_EQ(d_of(cut, kThreeEighths, 0), 0x3ec00000u);  // e_max is -2
  const Unit nearest = unit_with("cut = { fraction_bits = 1, rounding = \"nearest_even\" }");
  EXPECT_EQ(d_of(nearest, kOne, kThreeEighths), 0x3fc00000u);  // 2.75 halves
  const Unit down = unit_with("cut = { fraction_bits = 1, rounding = \"down\" }");
  EXPECT_EQ(d_of(down, kMinusOne, 0xb600), 0xbfc00000u);
}

TEST(Total, ACancelledSumMayBeAnExactZero) {
  constexpr std::uint64_t kTinyC = 0x2f800000;  // 2^-32
  EXPECT_EQ(d_of(unit_with(""), kOne, kMinusOne, kTinyC), 0u);
  const Unit zero = unit_with("cancelled = \"zero\"");
  const Unit unless_lost = unit_with("cancelled = \"zero_unless_lost\"");
  EXPECT_EQ(d_of(zero, kOne, kMinusOne, kTinyC), kTinyC);
  EXPECT_EQ(d_of(unless_lost, kOne, kMinusOne, kTinyC), kTinyC);
  // Of 1 + 2^-10 alignment leaves 1.
  constexpr std::uint64_t kOneAndMore = 0x3c01;
  EXPECT_EQ(d_of(zero, kOneAndMore, kMinusOne, kTinyC), kTinyC);
  EXPECT_EQ(d_of(unless_lost, kOneAndMore, kMinusOne, kTinyC), 0u);
}

TEST(Total, AStickyBitTellsTheRoundingWhatAlignmentLost) {
  constexpr std::uint64_t kOneAndAnEighth = 0x3c80, kMinusTiny = kTiny | 0x8000;
  const auto of = [](const char* rounding, int kept = 23) {
    return root_with("sticky = true", rounding, kept);
  };
  EXPECT_EQ(d_of(root_with("", "up"), kOne, kTiny), 0x3f800000u);
  EXPECT_EQ(d_of(of("up"), kOne, kTiny), 0x3f800001u);
  EXPECT_EQ(d_of(of("up"), kOne, 0), 0x3f800000u);
  EXPECT_EQ(d_of(of("down"), kOne, kTiny), 0x3f800000u);
  EXPECT_EQ(d_of(of("up"), kOne, kMinusTiny), 0x3f800001u);  // its sign is forgotten
  EXPECT_EQ(d_of(of("nearest_even"), kOne, kTiny), 0x3f800000u);
  // A tie is none.
  EXPECT_EQ(d_of(root_with("", "nearest_even", 2), kOneAndAnEighth, kTiny), 0x3f800000u);
  EXPECT_EQ(d_of(of("nearest_even", 2), kOneAndAnEighth, kTiny), 0x3fa00000u);
  EXPECT_EQ(d_of(of("nearest_even", 2), kOneAndAnEighth, 0), 0x3f800000u);
  // A sum that is 0 stays 0.
  EXPECT_EQ(evaluate(Sequence(of("up")), view(case_of({kOne, kTiny}, {kOne, kOne}, 0xbf800000))),
            0u);
}

TEST(Total, ExponentsOfAGridAreCoarse) {
  EXPECT_EQ(d_of(unit_with(""), kTwo, kOne), 0x40400000u);
  // 2 * 2^0 takes e_max from 1 to 4: the last bit is 2.
  EXPECT_EQ(d_of(unit_with("exponent_grid = { step = 4 }"), kTwo, kOne), 0x40000000u);
  EXPECT_EQ(d_of(unit_with("exponent_grid = { step = 4, first = 1 }"), kTwo, kOne), 0x40400000u);
  // From -10 to -8, and the last bit is 2^-11.
  EXPECT_EQ(d_of(unit_with("exponent_grid = { step = 8 }"), kTiny, 0), 0x3a800000u);
}

TEST(Total, EveryWayOfEvaluatingGivesTheEvaluatorsResult) {
  for (const char* fields :
       {"", "exponent_floor = 1", "alignment_rounding = \"down\"", "round_to = \"f16\""})
    for (const char* total :
         {"accumulator = { bits = 4 }", "accumulator = { bits = 4, overflow = \"saturate\" }",
          "cut = { fraction_bits = 1, rounding = \"up\" }", "cut = { fraction_bits = 0 }",
          "exponent_grid = { step = 4, first = 2 }", "exponent_grid = { step = 64 }",
          "accumulator = { bits = 5 }, cut = { fraction_bits = 2 }"}) {
      const std::string before = *fields != '\0' ? std::string(fields) + ", " : "";
      SCOPED_TRACE(before + total);
      EXPECT_GT(changed_results(unit_with(before + total), unit_with(fields)), 0);
      if (HasFailure()) return;
    }
  EXPECT_GT(changed_results(unit_with("cancelled = \"zero\""), unit_with("")), 0);
  // nearest_away asks for the guard bit alone.
  for (const char* rounding : {"up", "down", "away", "to_odd", "nearest_even"})
    for (const char* fields : {"cut = { fraction_bits = 2 }", "exponent_grid = { step = 2 }",
                               "alignment_rounding = \"nearest_even\""}) {
      SCOPED_TRACE(std::string(rounding) + ", " + fields);
      EXPECT_GT(changed_results(root_with(std::string(fields) + ", sticky = true", rounding, 1),
                                root_with(fields, rounding, 1)),
                0);
      if (HasFailure()) return;
    }
}

TEST(Total, RefusesWhatHasNoMeaning) {
  const auto refused = [](const std::string& fields, const std::string& result = "",
                          const std::string& c = "\"c\"") {
    return input_error([&] { (void)unit_with(fields, result, c); });
  };
  const auto expect = [](const std::string& error, const char* part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  expect(refused("exponent_grid = { step = 3 }"), "3 is no power of two");
  expect(refused("exponent_grid = { step = 4, first = 4 }"), "use 0..3");
  expect(refused("accumulator = { bits = 1 }"), "accumulator.bits");
  expect(refused("accumulator = { bits = 9, overflow = \"infinity\" }"), "has no infinity");
  expect(
      refused("cut = { fraction_bits = 1, rounding = { mode = \"stochastic\", random_bits = 2 } }"),
      "draws no random bits");
  expect(refused("sticky = true"), "no rounding follows");
  expect(refused("round_to = \"f32\", sticky = true, rounding = { mode = \"stochastic\", "
                 "random_bits = 2 }"),
         "weighs the bits lost");
  expect(refused("round_to = \"f32\", cancelled = \"zero\""), "only a later sum sees");
  const auto exact = [](const std::string& fields) {
    return input_error([&] {
      (void)parse_unit(R"(
[datapath."my.exact"]
lanes  = 2
sum    = [{ name = "dot", terms = ["products", "c"], )" +
                       fields + R"( }]
result = { format = "f32" }
[instruction."my/exact"]
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.exact"
shape    = { m = 1, n = 1, k = 2 }
)");
    });
  };
  for (const char* fields :
       {"sticky = true", "accumulator = { bits = 9 }", "cut = { fraction_bits = 1 }"})
    expect(exact(fields), "all terms need to end at one bit");
}

}  // namespace
}  // namespace mmasc
