// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/meaning.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "mmasc/unit/catalog.h"
#include "mutation/arguments_tried.h"

namespace mmasc {
namespace {

TEST(Meaning, NoArgumentIsContradictedOnARow) {
  EXPECT_GT(arguments_tried(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"), 5), 5);
}

TEST(Meaning, SaysWhy) {
  const Unit& f16 = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  EXPECT_EQ(why_equal(f16, f16.with("product.infinity_at", "128")), "the plan is the same");
  EXPECT_EQ(why_equal(f16, f16.with("lanes", "32")), "the plan is the same");
  EXPECT_EQ(why_equal(f16, f16.with("dot.fraction_bits", "24")), "");
  // Products of f16 have no bit below 2^-48.
  EXPECT_NE(why_equal(f16, f16.with("dot.zero_exponent", "-134")).find("-133 would still keep"),
            std::string::npos);
  const Unit& bf16 = catalog().find("hopper/mma.m16n8k16.f32.bf16.bf16.f32");
  EXPECT_EQ(why_equal(bf16, bf16.with("dot.zero_exponent", "-134")), "");
}

// A row of these fields with an instruction of these formats: "a, b, c".
Unit unit_of(const std::string& datapath, int lanes, const std::array<const char*, 3>& formats) {
  const std::string count = std::to_string(lanes);
  return parse_unit("[datapath.x]\nlanes = " + count + "\n" + datapath +
                    "\n[instruction.\"my/x\"]\ndatapath = \"x\"\nshape = { m = 16, n = 8, k = " +
                    count + " }\nformats = { a = \"" + formats[0] + "\", b = \"" + formats[1] +
                    "\", c = \"" + formats[2] + "\" }\n");
}

// Products of two f16 are added exactly, then c: in a row with these fields, and in one sum of all.
Unit in_two_sums(const std::string& group, const std::string& accumulate,
                 const std::string& datapath) {
  return unit_of(datapath + "sum = [{ name = \"group\", terms = [\"products\"]" + group +
                     " }, { name = \"accumulate\", terms = [\"c\", " + accumulate + "] }]",
                 2, {"f16", "f16", "f32"});
}
Unit in_one_sum(const std::string& datapath) {
  return unit_of(datapath + R"(sum = [{ name = "accumulate", terms = ["c", "products"] }])", 2,
                 {"f16", "f16", "f32"});
}

constexpr const char* kNearest = "result = { format = \"f32\", nan = \"7fc00000\" }\n";
constexpr const char* kDown =
    "result = { format = \"f32\", nan = \"7fc00000\", rounding = \"down\" }\n";
constexpr const char* kIeee = "zero_sign = \"ieee\"\n";

TEST(Meaning, ExactSumsAreOneSum) {
  const std::string nearest = kNearest, down = kDown, ieee = kIeee;
  for (const std::string& row : {nearest, down, ieee + nearest})
    for (const char* group :
         {"", ", cancelled = \"zero\"", ", exponent_floor = 3", ", groups = 2"}) {
      const Unit two = in_two_sums(group, "\"group\"", row);
      EXPECT_NE(why_equal(two, in_one_sum(row)), "") << row << group;
      EXPECT_GT(arguments_tried(two, 1), 5);
    }
}

// Where a sum that goes on is a zero, one sum of all may give it the other sign.
TEST(Meaning, ExactSumsAreNotOneSumWhereTheirZerosShow) {
  const std::string nearest = kNearest, down = kDown, ieee = kIeee;
  const char* const cancels = ", cancelled = \"zero\"";
  const Unit downwards = in_two_sums(cancels, "\"group\"", ieee + down);
  EXPECT_EQ(why_equal(downwards, in_one_sum(ieee + down)), "");
  const Unit plus = in_two_sums(", zero_sign = \"plus\"", "\"group\"", ieee + nearest);
  EXPECT_EQ(why_equal(plus, in_one_sum(ieee + nearest)), "");
  const char* const negated = "{ from = \"group\", negated = true }";
  const Unit minus = in_two_sums(cancels, negated, ieee + nearest);
  EXPECT_EQ(why_equal(minus, in_two_sums("", negated, ieee + nearest)), "");
  for (const Unit* unit : {&downwards, &plus, &minus}) EXPECT_GT(arguments_tried(*unit, 3), 5);
}

// Two halves, of which the first takes c, are rounded before they are added.
Unit in_halves(const std::string& of_first = "") {
  return unit_of(
      "result = { format = \"f32\", nan = \"7fffffff\" }\n"
      "sum = [{ name = \"first\", terms = [\"products[0:1]\", \"c\"], round_to = \"f32\"" +
          of_first + R"( },
  { name = "second", terms = ["products[1:2]"], round_to = "f32" },
  { name = "dot", terms = ["first", "second"] }])",
      2, {"f16", "f16", "f32"});
}

// The +0 that a late c leaves makes a + of every zero that is added to it, here or in the next sum.
TEST(Meaning, NoZeroKeepsAMinusBesideATermThatIsNeverMinusZero) {
  Unit late = in_halves(), down = in_halves(", rounding = \"down\"");
  const Unit first = late;
  for (Unit* unit : {&late, &down}) unit->instruction.late_c = LateC{};
  EXPECT_NE(why_equal(late, late.with("zero_sign", "ieee")), "");
  for (const Unit& shown : {first, down})
    EXPECT_EQ(why_equal(shown, shown.with("zero_sign", "ieee")), "");
  for (const Unit& unit : {first, late, down, late.with("flush.results", "keep_sign")})
    EXPECT_GT(arguments_tried(unit, 3), 3);
}

// Rounded at once, a sum that leaves nothing is an exact zero, of which the root makes +0.
TEST(Meaning, ALoneRootThatMakesPlusZeroIsNotPassedBy) {
  for (const std::string sign : {"plus", "ieee"}) {
    const Unit unit = unit_of(
        "zero_sign = \"" + sign + "\"\nresult = { format = \"bf16\", nan = \"7fc0\" }\n" +
            R"(sum = [{ name = "s1", terms = ["products", "c"] }, { name = "s2", terms = ["s1"] }])",
        1, {"f16", "f16", "bf16"});
    EXPECT_EQ(why_equal(unit, unit.with("s1.round_to", "bf16")).empty(), sign == "plus");
  }
}

// One that is raised by more than vanishes leads and vanishes.
TEST(Meaning, WhatVanishesWhereItLeadsIsNotRoundedAway) {
  const Unit unit = unit_of(
      "result = { format = \"f16\", nan = \"7e00\" }\n"
      R"(sum = [{ name = "s", terms = [{ from = "products", exponent_offset = 40 }, "c"] }])",
      1, {"e5m2", "e4m3", "f16"});
  Unit vanishing = unit;
  vanishing.datapath.sums[0].terms[0].vanishes_below = 25;
  EXPECT_EQ(why_equal(unit, vanishing), "");
  EXPECT_GT(arguments_tried(unit, 3), 5);
}

// A sum that rounds or cuts before it goes on is not the exact one.
TEST(Meaning, SumsThatRoundAreNotOneSum) {
  const std::string nearest = kNearest;
  for (const char* group : {", round_to = \"f32\"", ", fraction_bits = 40"})
    EXPECT_EQ(why_equal(in_two_sums(group, "\"group\"", nearest), in_one_sum(nearest)), "")
        << group;
}

// The zeros of either group make up for those of the other, but not for both.
TEST(Meaning, TellsGroupsApart) {
  const Unit& bf16 = catalog().find("hopper/mma.m16n8k16.f32.bf16.bf16.f32");
  Unit products = bf16, c = bf16;
  products.datapath.sums[0].terms[0].zero_exponent = ZeroExponent{ZeroExponent::Kind::ignored};
  c.datapath.sums[0].terms[1].zero_exponent = ZeroExponent{ZeroExponent::Kind::ignored};
  EXPECT_NE(why_equal(bf16, products), "");
  EXPECT_EQ(why_equal(bf16, c), "");
}

}  // namespace
}  // namespace mmasc
