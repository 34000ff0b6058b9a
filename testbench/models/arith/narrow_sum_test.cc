// SPDX-License-Identifier: Apache-2.0
// An exact sum of two products and c, and the same function in two exact sums, of which the first
// says where it is 0: the second then needs a window of two terms and a sticky bit.
#include <gtest/gtest.h>

#include <string>

#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/plan.h"
#include "random/random_operands.h"
#include "specification/exact.h"
#include "unit/rows.h"

namespace mmasc {
namespace {

constexpr const char* kOneSum = R"({ name = "dot", terms = ["products", "c"] })";
constexpr const char* kTwoSums =
    R"({ name = "pair", terms = ["products"], cancelled = "zero" }, { name = "dot", terms = ["pair", "c"] })";
constexpr const char* kUntold =
    R"({ name = "pair", terms = ["products"] }, { name = "dot", terms = ["pair", "c"] })";

struct Formats {
  const char *ab, *d;
};

Unit unit_of(const Formats& formats, const std::string& rounding, const std::string& sums) {
  return parse_unit(R"(
[datapath."my.sum"]
lanes     = 2
zero_sign = "ieee"
sum       = [)" + sums +
                    R"(]
result    = { format = ")" +
                    formats.d + R"(", rounding = ")" + rounding + R"(" }
[instruction."my/sum"]
formats  = { a = ")" +
                    formats.ab + R"(", b = ")" + formats.ab + R"(", c = ")" + formats.d + R"(" }
datapath = "my.sum"
shape    = { m = 1, n = 1, k = 2 }
)");
}

// Operands of which every second has products that cancel, and every fourth all but a last bit.
Case operands_of(const Unit& unit, std::uint64_t seed) {
  Case x = random_operands(unit, seed);
  if (seed % 2 == 0) return x;
  const std::uint64_t sign = std::uint64_t{1} << (unit.a().storage_bits() - 1);
  x[Operand::a][1] = x[Operand::a][0] ^ sign ^ (seed % 4 == 3 ? 1 : 0);
  x[Operand::b][1] = x[Operand::b][0];
  return x;
}

class NarrowSum : public ::testing::TestWithParam<Formats> {};

TEST_P(NarrowSum, IsTheExactSumInEveryRounding) {
  for (const char* rounding :
       {"nearest_even", "nearest_away", "toward_zero", "down", "up", "away", "to_odd"}) {
    const Unit wide = unit_of(GetParam(), rounding, kOneSum);
    const Unit narrow = unit_of(GetParam(), rounding, kTwoSums);
    const Sequence wide_steps(wide), narrow_steps(narrow);
    // Of all sums only one that is rounded down is -0 where it cancels, and the pair's is not
    // rounded.
    const bool is_down = std::string(rounding) == "down";
    const std::uint64_t minus_zero = std::uint64_t{1} << (wide.d().storage_bits() - 1);
    int cancelled = 0;  // so that c alone is left
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      const Case x = operands_of(wide, seed);
      const std::uint64_t d = evaluate(wide_steps, view(x));
      const std::uint64_t narrow_d = evaluate(narrow_steps, view(x));
      if (!(is_down && d == minus_zero && narrow_d == 0)) {
        ASSERT_EQ(narrow_d, d) << rounding << " " << seed;
      }
      if (seed < 200) {
        ASSERT_EQ(evaluate_exactly(narrow, x), narrow_d) << rounding << " " << seed;
      }
      cancelled += d == x.c() ? 1 : 0;
    }
    EXPECT_GE(cancelled, 100);
  }
}

TEST(NarrowSumOfF16, NeedsAWindowOfTwoTerms) {
  constexpr Formats kFormats{"f16", "f32"};
  const Plan wide = make_plan(unit_of(kFormats, "nearest_even", kOneSum));
  const Plan narrow = make_plan(unit_of(kFormats, "nearest_even", kTwoSums));
  const Plan untold = make_plan(unit_of(kFormats, "nearest_even", kUntold));
  EXPECT_FALSE(wide.sums[0].sticky);
  EXPECT_FALSE(untold.sums[1].sticky);  // the pair's sum may be 0, and far above c
  EXPECT_TRUE(narrow.sums[1].sticky);
  EXPECT_LT(2 * narrow.sums[1].sum_bits, wide.sums[0].sum_bits);
}

constexpr const char* kThenAlone =
    R"({ name = "dot", terms = ["products", "c"], round_to = "f32" }, { name = "same", terms = ["dot"] })";

TEST_P(NarrowSum, OfATermThatIsAloneHasItsBits) {
  const Unit unit = unit_of(GetParam(), "nearest_even", kThenAlone);
  const Plan plan = make_plan(unit);
  EXPECT_EQ(plan.sums[1].sum_bits, 25);  // f32's significand and a sign
  EXPECT_FALSE(plan.groups[plan.sums[1].first_group].shifts);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Case x = operands_of(unit, seed);
    ASSERT_EQ(evaluate_exactly(unit, x), evaluate(Sequence(unit), view(x))) << seed;
  }
}

// 16 products of 16 bits, or of 8, that share their scales.
TEST(NarrowSumOfScaledProducts, HasTheBitsOfTheProducts) {
  for (const auto& [scales, bits] : {std::pair{"4X.ue4m3", 21}, {"2X.ue8m0", 13}}) {
    const Unit& unit = catalog().find(
        std::string("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.") + scales);
    const Plan plan = make_plan(unit);
    EXPECT_EQ(plan.sums[0].addend_count, 16) << scales;
    EXPECT_EQ(plan.sums[0].sum_bits, bits) << scales;
    EXPECT_FALSE(plan.groups[plan.sums[0].first_group].shifts) << scales;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      const Case x = random_operands(unit, seed);
      ASSERT_EQ(evaluate_exactly(unit, x), evaluate(Sequence(unit), view(x))) << seed;
    }
  }
}

// Where one e_max is above them, they are aligned to it.
TEST(NarrowSumOfScaledProducts, IsAsWideAsItsFloorAsks) {
  const Unit unit = catalog()
                        .find("blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3")
                        .with("group.exponent_floor", "0");
  const Plan plan = make_plan(unit);
  EXPECT_GT(plan.sums[0].sum_bits, 21);
  EXPECT_TRUE(plan.groups[plan.sums[0].first_group].shifts);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Case x = random_operands(unit, seed);
    ASSERT_EQ(evaluate_exactly(unit, x), evaluate(Sequence(unit), view(x))) << seed;
  }
}

// Of sums that are rounded, of two terms and of many; the first two have a narrow window.
TEST(ExactSum, IsNoWiderForItsFloor) {
  for (const auto& [id, sum] : {std::pair{"arm/bfdot", "accumulate"},
                                {"cdna2/v_mfma_f32_32x32x8f16", "pairs"},
                                {"cdna1/v_mfma_f32_32x32x4bf16", "dot"}}) {
    const Unit& plain = catalog().find(id);
    for (const char* const floor : {"-126", "0", "900"}) {
      const Unit unit = plain.with(std::string(sum) + ".exponent_floor", floor);
      const Plan with = make_plan(unit), without = make_plan(plain);
      for (int s = 0; s < without.sums.size(); ++s)
        EXPECT_EQ(with.sums[s].sum_bits, without.sums[s].sum_bits) << id << ", sum " << s;
      for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Case x = random_operands(unit, seed);
        const auto d = evaluate_exactly(unit, x);
        ASSERT_EQ(d, evaluate(Sequence(unit), view(x))) << id << ", seed " << seed;
        ASSERT_EQ(d, evaluate_exactly(plain, x)) << id << ", seed " << seed;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, NarrowSum,
                         ::testing::Values(Formats{"f16", "f32"}, Formats{"bf16", "f32"},
                                           Formats{"e5m2", "f16"}),
                         [](const auto& info) {
                           return std::string(info.param.ab) + "_" + info.param.d;
                         });

}  // namespace
}  // namespace mmasc
