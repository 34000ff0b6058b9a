// SPDX-License-Identifier: Apache-2.0
// Factors with coarse exponents, on the stage functions and their vector lanes, against
// results worked out by hand and the specification's.
#include <gtest/gtest.h>

#include <string>

#include "arith/compared_ways.h"
#include "mmasc/arith/lanes.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/coarse_unit.h"
#include "random/operation_batch.h"

namespace mmasc {
namespace {

// Two f16 products, five bits below e_max.
Unit coarse_unit_with(const std::string& product,
                      const std::string& fields = "zero_exponent = \"ignored\"",
                      const std::string& c = "\"c\"") {
  return parse_unit("[datapath.\"my.coarse\"]\nlanes = 2\n" +
                    (product.empty() ? "" : "product = { " + product + " }\n") +
                    "sum = [{ name = \"dot\", terms = [\"products\", " + c +
                    "], fraction_bits = 5, " + fields + R"( }]
result  = { format = "f32", nan = "7fc00000" }
[instruction."my/coarse"]
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.coarse"
shape    = { m = 1, n = 1, k = 2 }
)");
}

constexpr const char* kOfFactors = "exponent_grid = { step = 4 }";
constexpr std::uint64_t kF16One = 0x3c00, kF16Two = 0x4000, kF16Five = 0x4500,
                        kTwoAndMore = 0x4180;  // 2.75

std::uint64_t dot_product_of(const Unit& unit, std::vector<std::uint64_t> a,
                             std::vector<std::uint64_t> b, std::uint64_t c = 0) {
  return evaluate(Sequence(unit), view(case_of(a, b, c)));
}

// 5 * 2 + 2.75 * 1. The exponents 2, 1, 1 and 0 become 4, 4, 4 and 0.
TEST(CoarseFactors, GiveNeitherThePlainSumNorThatOfACoarseSum) {
  const auto d = [](const Unit& unit) {
    return dot_product_of(unit, {kF16Five, kTwoAndMore}, {kF16Two, kF16One});
  };
  EXPECT_EQ(d(coarse_unit_with("")), 0x414c0000u);  // e_max 3: 12.75
  const std::string ignored = "zero_exponent = \"ignored\"";
  const std::string of_sum = ignored + ", exponent_grid = { step = 4 }";
  EXPECT_EQ(d(coarse_unit_with("", of_sum)), 0x41480000u);  // e_max 4: 10 + 2.5
  EXPECT_EQ(d(coarse_unit_with(kOfFactors)), 0x41000000u);  // e_max 8: 8 + 0
  // The exponents 5, 1, 1 and 1, e_max 6: 10 + 2.
  EXPECT_EQ(d(coarse_unit_with("exponent_grid = { step = 4, first = 1 }")), 0x41400000u);
  // Both grids: e_max 8 becomes 13 of ..., 5, 13: a last bit of 2^8.
  EXPECT_EQ(d(coarse_unit_with(kOfFactors, ignored + ", exponent_grid = { step = 8, first = 5 }")),
            0u);
  // c leads with its own exponent, and 5 * 2 takes part with 8.
  EXPECT_EQ(dot_product_of(coarse_unit_with(kOfFactors), {kF16Five, 0}, {kF16Two, 0}, 0x41200000),
            0x41800000u);
}

// 0 * 2^13 leads 0.75 with -12 + 16.
TEST(CoarseFactors, OfAZeroLeadWithWhatTheyBecome) {
  const std::string own = "zero_exponent = \"own\"";
  const auto d = [](const Unit& unit) {
    return dot_product_of(unit, {0, 0x3a00}, {0x7000, kF16One});
  };
  EXPECT_EQ(d(coarse_unit_with("", own)), 0x3f400000u);
  EXPECT_EQ(d(coarse_unit_with(kOfFactors, own)), 0x3f000000u);
  // A zero's own exponent is raised, too: -3 becomes 0, and 16 cuts at 2^11.
  EXPECT_EQ(d(coarse_unit_with(std::string(kOfFactors) + ", zero_factor_exponent = -3", own)), 0u);
}

// By 8, where a plain product of 5 * 2 has 3.
TEST(CoarseFactors, SayWhatVanishes) {
  const auto d = [](const char* product, int distance) {
    const Unit unit =
        coarse_unit_with(product, "zero_exponent = \"ignored\"",
                         "{ from = \"c\", vanishes_below = " + std::to_string(distance) + " }");
    return dot_product_of(unit, {kF16Five, 0}, {kF16Two, 0}, 0x41000000);
  };
  EXPECT_EQ(d("", 4), 0x41900000u);
  EXPECT_EQ(d(kOfFactors, 5), 0x41800000u);
  EXPECT_EQ(d(kOfFactors, 4), 0x41000000u);
}

TEST(CoarseFactors, HaveTheBitsOfAStepMore) {
  const TermWidths plain = make_plan(coarse_unit_with("")).multiplier.product;
  const TermWidths coarse = make_plan(coarse_unit_with(kOfFactors)).multiplier.product;
  EXPECT_EQ(coarse.magnitude_bits, plain.magnitude_bits + 6);
  EXPECT_EQ(coarse.fraction_bits, plain.fraction_bits + 6);
  EXPECT_EQ(coarse.exponent_min, -24);
  EXPECT_EQ(coarse.exponent_max, 32);
}

TEST(CoarseFactors, EveryWayOfEvaluatingGivesTheEvaluatorsResult) {
  for (const char* fields :
       {"zero_exponent = \"ignored\"", "zero_exponent = \"own\"", "zero_exponent = 3",
        "exponent_floor = 9", "exponent_grid = { step = 8, first = 3 }",
        "alignment_rounding = \"nearest_even\"", "ones_complement = \"c\""})
    for (const char* grid :
         {"step = 2", "step = 4, first = 3", "step = 16, first = 5", "step = 64, first = 40"}) {
      SCOPED_TRACE(std::string(grid) + ", " + fields);
      const std::string product = "exponent_grid = { " + std::string(grid) + " }";
      EXPECT_GT(changed_results(coarse_unit_with(product, fields), coarse_unit_with("", fields)),
                0);
      if (HasFailure()) return;
    }
}

TEST(CoarseFactors, OfUnitsNobodyBuiltAreTheEvaluators) {
  int plans = 0, on_lanes = 0, coarse = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Unit unit = coarse_unit(seed);
    if (!unit.datapath.product.exponent_grid) continue;  // of fixed-point products
    Unit plain = unit;
    plain.datapath.product.exponent_grid.reset();
    std::optional<Sequence> sequence;
    try {
      sequence.emplace(unit);
    } catch (const RowError&) {
      continue;  // wider than any plan
    }
    ++plans;
    on_lanes += fits_lanes(sequence->plan()) ? 1 : 0;
    const bool any_nan = !unit.datapath.result.nan;
    const OperationBatch batch = random_batch(unit, 20, seed);
    const std::vector<std::uint64_t> together = batch.run(*make_reference_engine(unit));
    for (std::size_t i = 0; i < together.size(); ++i) {
      const Case& x = batch.operations()[i];
      const std::uint64_t d = evaluate_exactly(unit, x);
      const auto is_it = [&](std::uint64_t bits) { return same_bits(unit.d(), bits, d, any_nan); };
      ASSERT_TRUE(is_it(together[i])) << seed << '\n' << batch.describe(i);
      ASSERT_TRUE(is_it(evaluate(*sequence, view(x)))) << seed;
      coarse += is_it(evaluate_exactly(plain, x)) ? 0 : 1;
    }
  }
  EXPECT_GT(plans, 200);
  EXPECT_GT(on_lanes, 50);
  EXPECT_GT(coarse, 300);
}

TEST(CoarseFactors, AreRefusedWhereNoExponentsAreAdded) {
  const Unit f16 = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  const auto refusal = [](const Unit& unit, const char* step, const char* first) {
    try {
      (void)unit.with("product.exponent_grid.step", step)
          .with("product.exponent_grid.first", first);
    } catch (const RowError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(f16, "4", "3"), "");
  EXPECT_NE(refusal(f16, "6", "0").find("6 is no power of two"), std::string::npos);
  EXPECT_NE(refusal(f16, "4", "4").find("use 0..3"), std::string::npos);
  EXPECT_NE(refusal(f16.with("product.round_to", "f32"), "4", "0").find("a rounded product"),
            std::string::npos);
  EXPECT_NE(refusal(catalog().find("hopper/wgmma.m64nNk32.s32.s8.s8"), "4", "0").find("integer"),
            std::string::npos);
  const Unit scaled =
      catalog().find("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3");
  EXPECT_NE(refusal(scaled, "4", "0").find("a fixed-point product"), std::string::npos);
}

}  // namespace
}  // namespace mmasc
