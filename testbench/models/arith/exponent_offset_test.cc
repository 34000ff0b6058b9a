// SPDX-License-Identifier: Apache-2.0
// Terms that take part in e_max with another exponent than their own, on the stage functions and
// their vector lanes, against results worked out by hand and the specification's.
#include <gtest/gtest.h>

#include <string>

#include "arith/compared_ways.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

// f16 products and an f32 c, three bits below e_max.
Unit unit_with(const std::string& terms,
               const std::string& fields = "zero_exponent = \"ignored\"") {
  return parse_unit(R"(
[datapath."my.offset"]
lanes  = 2
sum    = [{ name = "dot", terms = [)" +
                    terms + R"(], fraction_bits = 3, )" + fields + R"( }]
result = { format = "f32", nan = "7fc00000" }
[instruction."my/offset"]
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.offset"
shape    = { m = 1, n = 1, k = 2 }
)");
}

Unit with_offset(int offset) {
  return unit_with("\"products\", { from = \"c\", exponent_offset = " + std::to_string(offset) +
                   " }");
}

std::uint64_t dot_of(const Unit& unit, std::uint64_t a, std::uint64_t c) {
  const Case x = case_of({a, 0}, {0x3c00, 0x3c00}, c);
  return evaluate(Sequence(unit), view(x));
}

TEST(ExponentOffset, GivesWhatIsWorkedOutByHand) {
  constexpr std::uint64_t one = 0x3c00, sixteenth = 0x2c00, nine_eighths = 0x3f900000;
  EXPECT_EQ(dot_of(with_offset(0), one, nine_eighths), 0x40080000u);   // 1 + 1.125
  EXPECT_EQ(dot_of(with_offset(2), one, nine_eighths), 0x40000000u);   // cut at 2^-1
  EXPECT_EQ(dot_of(with_offset(-2), one, nine_eighths), 0x40080000u);  // 1 leads
  EXPECT_EQ(dot_of(with_offset(0), sixteenth, nine_eighths), nine_eighths);
  EXPECT_EQ(dot_of(with_offset(-2), sixteenth, nine_eighths), 0x3f980000u);  // cut at 2^-5
  EXPECT_EQ(dot_of(with_offset(-8), 0x1400, 0x3f804000), 0x3f806000u);       // at 2^-11
  EXPECT_EQ(dot_of(with_offset(-8), 0x1400, 0x3f800800), 0x3f802000u);
}

// A term may stand as far above e_max as its exponent is lowered, and the sum has room for it.
TEST(ExponentOffset, WidensTheSumByWhatIsLowered) {
  const auto bits = [](int offset) { return make_plan(with_offset(offset)).sums[0].sum_bits; };
  // Two products of 2 + 3 bits and c of 1 + 3: 7 bits and a sign.
  EXPECT_EQ(bits(0), 8);
  // c takes 1 + 8 + 3 bits, a carry and a sign.
  EXPECT_EQ(bits(-8), 14);
  EXPECT_LE(bits(8), 8);
}

TEST(ExponentOffset, EveryWayOfEvaluatingGivesTheEvaluatorsResult) {
  for (const char* fields :
       {"zero_exponent = \"ignored\"", "zero_exponent = \"own\"", "zero_exponent = 2",
        "exponent_floor = 1", "alignment_rounding = \"to_odd\""})
    for (const int offset : {-40, -5, -1, 1, 4, 30}) {
      const std::string is = std::to_string(offset);
      const Unit plain = unit_with("\"products\", \"c\"", fields);
      for (const std::string& terms :
           {"\"products\", { from = \"c\", exponent_offset = " + is + " }",
            "{ from = \"products\", exponent_offset = " + is + " }, \"c\"",
            "\"products\", { from = \"c\", vanishes_below = 3, exponent_offset = " + is + " }"}) {
        SCOPED_TRACE(terms + ", " + fields);
        EXPECT_GT(changed_results(unit_with(terms, fields), plain), 0);
        if (HasFailure()) return;
      }
    }
}

}  // namespace
}  // namespace mmasc
