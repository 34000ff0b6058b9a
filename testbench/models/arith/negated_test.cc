// SPDX-License-Identifier: Apache-2.0
// Terms that enter a sum with the other sign, on the stage functions and their vector lanes,
// against results worked out by hand and the specification's.
#include <gtest/gtest.h>

#include <string>

#include "arith/compared_ways.h"
#include "mmasc/unit/catalog.h"
#include "unit/rows.h"

namespace mmasc {
namespace {

// Two f16 products and an f32 c.
Unit with_sums(const std::string& sums, const std::string& result = "format = \"f32\"",
               const std::string& instruction = "") {
  return parse_unit("[datapath.\"my.negated\"]\nlanes = 2\nzero_sign = \"ieee\"\nsum = [" + sums +
                    "]\nresult = { " + result +
                    " }\n[instruction.\"my/negated\"]\n"
                    "formats  = { a = \"f16\", b = \"f16\", c = \"f32\" }\n"
                    "datapath = \"my.negated\"\nshape = { m = 1, n = 1, k = 2 }\n" +
                    instruction);
}
Unit with_terms(const std::string& terms, const std::string& fields = "") {
  return with_sums("{ name = \"dot\", terms = [" + terms + "]" + fields + " }");
}

constexpr const char* kProducts = "{ from = \"products\", negated = true }";
constexpr const char* kC = "{ from = \"c\", negated = true }";
constexpr std::uint64_t kOne = 0x3c00, kTwo = 0x4000, kMinusZero = 0x8000;

std::uint64_t dot_of(const Unit& unit, std::uint64_t a0, std::uint64_t a1, std::uint64_t c) {
  return evaluate(Sequence(unit), view(case_of({a0, a1}, {kOne, kOne}, c)));
}

TEST(Negated, GivesWhatIsWorkedOutByHand) {
  const Unit subtracts = with_terms(kProducts + std::string(", \"c\""));
  EXPECT_EQ(dot_of(subtracts, kOne, kTwo, 0x41200000), 0x40e00000u);  // 10 - 3
  EXPECT_EQ(dot_of(subtracts, 0x7c00, 0, 0x41200000), 0xff800000u);   // an infinity
  EXPECT_EQ(dot_of(subtracts, 0x7c00, 0, 0xff800000), 0xff800000u);   // two of one sign
  EXPECT_EQ(dot_of(subtracts, 0, 0, 0x80000000), 0x80000000u);        // all zeros are -0
  EXPECT_EQ(dot_of(subtracts, kMinusZero, 0, 0x80000000), 0u);
  EXPECT_EQ(dot_of(subtracts, kOne, kTwo, 0x40400000), 0u);  // cancels
  const Unit real =
      with_terms("\"products[0:1]\", { from = \"products[1:2]\", negated = true }, \"c\"");
  EXPECT_EQ(dot_of(real, kOne, kTwo, 0x41200000), 0x41100000u);  // 10 + 1 - 2
  EXPECT_EQ(dot_of(with_terms("\"products\", " + std::string(kC)), kOne, kTwo, 0x41200000),
            0xc0e00000u);  // 3 - 10
}

// -(a*b - c) is c - a*b, but that it is -0 where the two cancel, and rounds the other way.
TEST(Negated, ASumIsNegatedAfterItsRounding) {
  const auto negation = [](const std::string& rounding) {
    return with_sums("{ name = \"fma\", terms = [\"products\", " + std::string(kC) +
                     "], round_to = \"f32\"" + rounding +
                     " }, { name = \"negation\", terms = [{ from = \"fma\", negated = true }] }");
  };
  EXPECT_EQ(dot_of(negation(""), kOne, kTwo, 0x40400000), 0x80000000u);
  EXPECT_EQ(dot_of(negation(""), kOne, kTwo, 0x41200000), 0x40e00000u);
  // 2^-24 below the last bit of 2^24.
  EXPECT_EQ(dot_of(negation(""), 0x0001, 0, 0x4b800000), 0x4b800000u);
  EXPECT_EQ(dot_of(negation(", rounding = \"up\""), 0x0001, 0, 0x4b800000), 0x4b7fffffu);
  EXPECT_EQ(dot_of(negation(", rounding = \"down\""), 0x0001, 0, 0x4b800000), 0x4b800000u);
}

// A frame has the sign with which its term enters.
TEST(Negated, GivesTheFrameOfOnesComplement) {
  const auto of_c = [](const char* c) {
    return with_terms("\"products\", " + std::string(c),
                      ", fraction_bits = 3, zero_exponent = \"ignored\", ones_complement = \"c\"");
  };
  for (const std::uint64_t c : {0x3f900000u, 0u, 0x80000000u})
    EXPECT_EQ(dot_of(of_c(kC), kOne, 0xbc00, c),
              dot_of(of_c("\"c\""), kOne, 0xbc00, c ^ 0x80000000u));
}

TEST(Negated, EveryWayOfEvaluatingGivesTheEvaluatorsResult) {
  for (const char* fields :
       {"", ", fraction_bits = 3", ", fraction_bits = 3, alignment_rounding = \"down\"",
        ", fraction_bits = 3, ones_complement = \"c\"",
        ", fraction_bits = 3, ones_complement = \"plus\", exponent_floor = 1",
        ", round_to = \"f32\", shape = \"sequential\"", ", round_to = \"f16\", rounding = \"up\""})
    for (const auto& [first, second] :
         {std::pair(kProducts, "\"c\""), std::pair("\"products\"", kC), std::pair(kProducts, kC)}) {
      SCOPED_TRACE(std::string(first) + second + fields);
      const Unit plain = with_terms("\"products\", \"c\"", fields);
      EXPECT_GT(changed_results(with_terms(first + std::string(", ") + second, fields), plain), 0);
      if (HasFailure()) return;
    }
}

// -128 * -128 * 4 leaves the least s32 by as much as it is subtracted.
TEST(Negated, IntegersAreSubtracted) {
  const Unit unit = find_unit("arm/smops");
  const Case x = case_of({0x80, 0x80, 0x80, 0x80}, {0x80, 0x80, 0x80, 0x80}, 0x80000000);
  EXPECT_EQ(evaluate(Sequence(unit), view(x)), 0x7fff0000u);
  EXPECT_EQ(evaluate(Sequence(unit.with("result.overflow", "saturate")), view(x)), 0x80000000u);
}

// A NaN of c keeps its sign.
TEST(Negated, OnlyCIsWhereNaNsAreToldApart) {
  const std::string quiet = "format = \"f32\", nan = \"7fc00000\", c_nan = \"quiet\"";
  const auto with_nans = [&](const std::string& terms) {
    return with_sums("{ name = \"dot\", terms = [" + terms + "] }", quiet);
  };
  EXPECT_EQ(dot_of(with_nans("\"products\", " + std::string(kC)), kOne, 0, 0xff800001),
            0xffc00001u);
  const std::string error =
      input_error([&] { (void)with_nans(kProducts + std::string(", \"c\"")); });
  EXPECT_TRUE(error.ends_with(
      "sum.dot.terms: only c may be negated where NaNs are told apart by the signs of products; "
      "remove negated, or factor_nan and c_nan"))
      << error;
}

TEST(Negated, ALateCIsNot) {
  const std::string error = input_error([] {
    (void)with_sums("{ name = \"dot\", terms = [\"products\", " + std::string(kC) + "] }",
                    "format = \"f32\"", "late_c = { rounding = \"nearest_even\" }\n");
  });
  EXPECT_TRUE(error.ends_with(
      "sum.dot.terms: c is negated, but is added late, as it is; remove negated or late_c"))
      << error;
}

}  // namespace
}  // namespace mmasc
