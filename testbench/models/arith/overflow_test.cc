// SPDX-License-Identifier: Apache-2.0
// What lies beyond the greatest number, of d and of a rounded sum, by each of `overflow`'s values.
#include "arith/compared_ways.h"
#include "arith/e5m2_fma.h"

namespace mmasc {
namespace {

TEST(Overflow, OfE5m2IsThatOfIeee754) {
  for (const std::string_view rounding : kIeeeRoundings)
    EXPECT_EQ(compare_e5m2_fma(rounding, 15), std::size_t{18} << 16) << rounding;
}

// Of +-1.75 * 2^15 * 2, by the rounding.
TEST(Overflow, FollowsTheRoundingOfItsSign) {
  struct Expected {
    const char* rounding;
    std::uint64_t plus, minus;
  };
  for (const auto& [rounding, plus, minus] : {Expected{"nearest_even", 0x7c, 0xfc},
                                              {"nearest_away", 0x7c, 0xfc},
                                              {"toward_zero", 0x7b, 0xfb},
                                              {"down", 0x7b, 0xfc},
                                              {"up", 0x7c, 0xfb},
                                              {"away", 0x7c, 0xfc},
                                              {"to_odd", 0x7b, 0xfb}}) {
    const Sequence unit(e5m2_fma_unit(rounding));
    EXPECT_EQ(evaluate(unit, view(case_of({0x7b}, {0x40}, 0))), plus) << rounding;
    EXPECT_EQ(evaluate(unit, view(case_of({0x7b}, {0xc0}, 0))), minus) << rounding;
    EXPECT_EQ(evaluate(unit, view(case_of({0x7c}, {0x40}, 0))), 0x7cu) << rounding;
  }
}

// Two products are rounded to e4m3 before c of f32 is added.
Unit pair_unit(const std::string& overflow, const std::string& rounding) {
  return parse_unit(R"(
[datapath."my.pair"]
lanes  = 2
sum    = [
  { name = "pair", terms = ["products"], round_to = "e4m3", overflow = ")" +
                    overflow + R"(", rounding = ")" + rounding + R"(" },
  { name = "dot", terms = ["pair", "c"], fraction_bits = 24 },
]
result = { format = "f32", nan = "7fffffff" }
[instruction."my/pair"]
formats  = { a = "e5m2", b = "e5m2", c = "f32" }
datapath = "my.pair"
shape    = { m = 1, n = 1, k = 2 }
)");
}

// 448 is e4m3's greatest number, and it has no infinity.
TEST(Overflow, OfASumGivesItsFormatsGreatestNumber) {
  constexpr std::uint64_t kGreatest = 0x43e00000, kNan = 0x7fffffff, kMinus = 0x80000000;
  const auto of_1024 = [](const Unit& unit, bool negative) {
    return evaluate(Sequence(unit),
                    view(case_of({0x64, 0x00}, {negative ? 0xbcu : 0x3cu, 0x00}, 0)));
  };
  EXPECT_EQ(of_1024(pair_unit("infinity", "toward_zero"), false), kNan);
  EXPECT_EQ(of_1024(pair_unit("saturate", "up"), false), kGreatest);
  EXPECT_EQ(of_1024(pair_unit("saturate", "up"), true), kGreatest | kMinus);
  EXPECT_EQ(of_1024(pair_unit("by_rounding", "up"), false), kNan);
  EXPECT_EQ(of_1024(pair_unit("by_rounding", "up"), true), kGreatest | kMinus);
  EXPECT_EQ(of_1024(pair_unit("by_rounding", "nearest_even"), true), kNan);
}

TEST(Overflow, EveryWayOfEvaluatingGivesTheEvaluatorsResult) {
  for (const char* rounding : {"toward_zero", "down", "up", "to_odd"}) {
    SCOPED_TRACE(rounding);
    EXPECT_GT(changed_results(pair_unit("by_rounding", rounding), pair_unit("infinity", rounding)),
              0);
    changed_results(e5m2_fma_unit(rounding), e5m2_fma_unit(rounding));
  }
}

TEST(Overflow, IsRefusedWhereItMeansNothing) {
  const auto refusal = [](const std::string& text) {
    try {
      (void)parse_unit(text);
    } catch (const RowError& error) {
      return std::string(error.what());
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string row = R"(
[datapath.x]
lanes  = 1
sum    = [{ name = "dot", terms = ["products", "c"], SUM }]
result = { format = "f32", RESULT }
[instruction."my/x"]
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "x"
shape    = { m = 1, n = 1, k = 1 }
)";
  const auto with = [&](std::string sum, std::string result) {
    std::string text = row;
    text.replace(text.find("SUM"), 3, sum);
    text.replace(text.find("RESULT"), 6, result);
    return refusal(text);
  };
  const std::string plain = "fraction_bits = 30";
  EXPECT_EQ(with(plain, "overflow = \"by_rounding\""), "");
  EXPECT_NE(with(plain, "overflow = \"wrap\"").find("only integers wrap, and f32 is none"),
            std::string::npos);
  EXPECT_NE(with("overflow = \"saturate\"", "rounding = \"up\"").find("the sum does not round"),
            std::string::npos);
  EXPECT_NE(with("round_to = \"f16\", overflow = \"wrap\"", "rounding = \"up\"")
                .find("only integers wrap, and f16 is none"),
            std::string::npos);
}

}  // namespace
}  // namespace mmasc
