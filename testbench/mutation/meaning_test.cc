// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/meaning.h"

#include <gtest/gtest.h>

#include "mmasc/unit/catalog.h"
#include "mutation/arguments_tried.h"

namespace mmasc {
namespace {

TEST(Meaning, NoArgumentIsContradictedOnARow) {
  EXPECT_GT(arguments_tried(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"), 5), 5);
}

TEST(Meaning, NoArgumentIsContradictedOnFactorsWithoutFractionBits) {
  const Unit unit = parse_unit(R"(
[format.powers]
exponent_bits = 3
fraction_bits = 0
specials      = "none"

[datapath.x]
lanes  = 2
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 8 }]
result = { format = "f16" }

[instruction."my/x"]
shape    = { m = 16, n = 8, k = 2 }
formats  = { a = "powers", b = "powers", c = "f16" }
datapath = "x"
)");
  EXPECT_GT(arguments_tried(unit, 20), 5);
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
