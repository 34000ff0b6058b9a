// SPDX-License-Identifier: Apache-2.0
// Sums whose terms are negated by ones' complement, on the stage functions and their vector lanes,
// against results worked out by hand and the specification's.
#include <gtest/gtest.h>

#include <string>

#include "arith/compared_ways.h"
#include "mmasc/unit/catalog.h"
#include "unit/rows.h"

namespace mmasc {
namespace {

// Two f16 products and an f32 c, three bits below e_max.
Unit complementing(const std::string& fields, const std::string& c = "\"c\"") {
  return parse_unit(R"(
[datapath."my.complement"]
lanes  = 2
sum    = [{ name = "dot", terms = ["products", )" +
                    c + R"(], fraction_bits = 3, zero_exponent = "ignored")" +
                    (fields.empty() ? "" : ", " + fields) + R"( }]
result = { format = "f32", nan = "7fc00000" }
[instruction."my/complement"]
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.complement"
shape    = { m = 1, n = 1, k = 2 }
)");
}

std::uint64_t complemented_dot(const Unit& unit, std::uint64_t a0, std::uint64_t a1,
                               std::uint64_t c) {
  return evaluate(Sequence(unit), view(case_of({a0, a1}, {0x3c00, 0x3c00}, c)));
}

TEST(OnesComplement, GivesWhatIsWorkedOutByHand) {
  constexpr std::uint64_t one = 0x3c00, minus_one = 0xbc00, zero = 0, minus_zero = 0x8000;
  constexpr std::uint64_t plus_c = 0, minus_c = 0x80000000;
  const Unit of_c = complementing("ones_complement = \"c\"");
  // The unit is 1/8. 1 - 1 leaves one of it, below zero in the frame.
  EXPECT_EQ(complemented_dot(of_c, one, minus_one, plus_c), 0xbe000000u);
  EXPECT_EQ(complemented_dot(of_c, one, minus_one, minus_c), 0x3e000000u);
  // Zeros have a sign.
  EXPECT_EQ(complemented_dot(of_c, one, zero, plus_c), 0x3f800000u);
  EXPECT_EQ(complemented_dot(of_c, one, minus_zero, plus_c), 0x3f600000u);
  EXPECT_EQ(complemented_dot(of_c, one, zero, minus_c), 0x3fa00000u);
  // Where all are zeros, the sum is.
  EXPECT_EQ(complemented_dot(of_c, zero, minus_zero, plus_c), 0u);
  const Unit of_plus = complementing("ones_complement = \"plus\"");
  EXPECT_EQ(complemented_dot(of_plus, one, minus_one, minus_c), 0xbe800000u);  // c's zero, too
  EXPECT_EQ(complemented_dot(complementing(""), one, minus_one, minus_c), 0u);
}

TEST(OnesComplement, EveryWayOfEvaluatingGivesTheEvaluatorsResult) {
  for (const char* fields : {"exponent_floor = 1", "alignment_rounding = \"down\"",
                             "alignment_rounding = \"away\"", "round_to = \"f16\""})
    for (const char* c : {"\"c\"", "{ from = \"c\", vanishes_below = 2 }",
                          "{ from = \"c\", exponent_offset = -2, zero_exponent = 3 }"})
      for (const char* frame : {"c", "plus"}) {
        const Unit plain = complementing(fields, c);
        const std::string complement = std::string(", ones_complement = \"") + frame + '"';
        SCOPED_TRACE(fields + complement);
        EXPECT_GT(changed_results(complementing(fields + complement, c), plain), 0);
        if (HasFailure()) return;
      }
}

TEST(OnesComplement, RefusesWhereThereIsNoFrame) {
  const auto refusal = [](const std::string& fields, const std::string& c = "\"c\"") {
    return input_error([&] { (void)complementing(fields, c); });
  };
  EXPECT_NE(refusal("ones_complement = \"products\"").find("no single term"), std::string::npos);
  EXPECT_NE(refusal("ones_complement = \"d\"").find("did you mean \"c\"?"), std::string::npos)
      << refusal("ones_complement = \"d\"");
  EXPECT_NE(refusal("ones_complement = \"c\"", "{ from = \"c\", fraction_bits = 4 }")
                .find("sum.dot.ones_complement"),
            std::string::npos);
  EXPECT_NE(
      refusal("round_to = \"f32\", shape = \"sequential\", ones_complement = \"c\"").find("fused"),
      std::string::npos);
}

}  // namespace
}  // namespace mmasc
