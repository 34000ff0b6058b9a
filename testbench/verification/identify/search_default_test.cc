// SPDX-License-Identifier: Apache-2.0
// Rows that are searched, field by field.
#include <gtest/gtest.h>

#include "identify/loop_closed.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

using testing::close_loop, testing::Loop;

// The rows of the catalogue are not looked at.
TEST(Identify, FindsARowFromTheProbesAlone) {
  for (const char* id : {"x86/vdpbf16ps", "x86/vpdpbusd"}) {
    const Loop loop = close_loop(catalog().find(id), true);
    EXPECT_TRUE(loop.recovered()) << id << loop.contradiction;
    EXPECT_LT(loop.queries, 5000U) << id;
  }
}

// A datapath of the catalogue under an instruction that adds c at the other end.
TEST(Identify, FindsAChainOfTheCatalogueWithCLast) {
  Unit unit = catalog().find("x86/vdpbf16ps");
  unit.instruction.late_c = LateC{};
  const Loop loop = close_loop(unit);
  EXPECT_TRUE(loop.recovered()) << loop.contradiction;
  EXPECT_EQ(loop.found.unit.instruction.late_c, LateC{});
  EXPECT_EQ(std::ranges::count(loop.found.equal, unit.datapath.name + ", c last"), 1);
}

// Accumulators of a library that start from +0: strided over k, added in order, c last.
TEST(Identify, FindsPartialSumsThatBeginWithZero) {
  const Unit unit = parse_unit(R"(
[datapath."my.partial"]
lanes     = 8
zero_sign = "ieee"
sum = [
  { name = "first", terms = ["products[0:4]"], groups = 4, round_to = "f32", zero_sign = "plus" },
  { name = "partial", terms = ["first", "products[4:8]"], groups = 4, round_to = "f32" },
  { name = "total", terms = ["partial"], shape = "sequential", round_to = "f32" },
  { name = "with_c", terms = ["total", "c"] },
]
result = { format = "f32" }

[instruction."mine/partial"]
shape = { m = 1, n = 1, k = 8 }
formats = { a = "bf16", b = "bf16", c = "f32" }
datapath = "my.partial"
)");
  const Loop loop = close_loop(unit);
  ASSERT_TRUE(loop.recovered()) << loop.contradiction;
  EXPECT_LT(loop.queries, 5000U);
  const std::vector<SumRow>& sums = loop.found.unit.datapath.sums;
  EXPECT_EQ(sums.size(), unit.datapath.sums.size());
  EXPECT_EQ(sums.front().zero_sign, ZeroSign::plus);
}

TEST(Identify, FindsARowThatNoCatalogueHas) {
  const Unit unit = catalog()
                        .find("x86/vdpbf16ps")
                        .with("odd.rounding", "toward_zero")
                        .with("result.rounding", "nearest_away")
                        .with("flush.inputs", "none");
  const Loop loop = close_loop(unit);
  ASSERT_TRUE(loop.recovered()) << loop.contradiction;
  EXPECT_TRUE(loop.found.equal.empty());
  EXPECT_EQ(loop.found.unit.datapath.sums[0].rounding, Rounding::toward_zero);
  EXPECT_EQ(loop.found.unit.datapath.result.rounding, Rounding::nearest_away);
  EXPECT_EQ(loop.found.unit.datapath.flush.inputs, Flush::none);
}

// Two fields that say one thing are said by one.
TEST(Identify, SaysTheShortestOfEqualRows) {
  Unit unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32").with("dot.fraction_bits", "17");
  for (TermRow& term : unit.datapath.sums[0].terms) term.exponent_offset = 1;
  const Loop loop = close_loop(unit);
  ASSERT_TRUE(loop.recovered()) << loop.contradiction;
  EXPECT_EQ(loop.found.unit.datapath.sums[0].fraction_bits, 16);
  EXPECT_EQ(loop.found.unit.datapath.sums[0].terms[0].exponent_offset, std::nullopt);
}

// A row that differs from the unit in several fields at once, and in one of thousands of sums, is
// contradicted by a last look, or told as undecided.
TEST(Identify, TakesALastLookAtEveryClassOfVectors) {
  Unit unit = catalog().find("blackwell/tcgen05.mma.m128nNk32.f8f6f4.f16.e5m2.e2m3");
  unit.datapath.product.infinity_at = 17;
  unit.datapath.sums[0].terms[0].exponent_offset = -18;
  const Loop loop = close_loop(unit);
  EXPECT_TRUE(loop.recovered() || !loop.found.is_identified() || !loop.found.is_decided())
      << loop.contradiction;
  EXPECT_LT(loop.queries, 5000U);
}

}  // namespace
}  // namespace mmasc
