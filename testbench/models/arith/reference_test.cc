// SPDX-License-Identifier: Apache-2.0
// The reference against the specification and the bundled vectors.
#include "mmasc/arith/reference.h"

#include <gtest/gtest.h>

#include "arith/exact_results.h"
#include "mmasc/arith/promotion.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"
#include "specification/exact.h"
#include "vectors/bundled_files.h"

namespace mmasc {
namespace {

TEST(Reference, RandomUnitsGiveTheExactResult) { expect_exact_results(0, 400, 20); }

TEST(Reference, CatalogueRowsGiveTheExactResult) { expect_exact_rows(0, 6); }

TEST(Reference, RangesEndWhereTheProductsOfAShortKDo) {
  const std::string row = R"(
[datapath."my.halves"]
lanes  = 8
sum    = [{ name = "low", terms = ["products[0:4]"], round_to = "f16" },
          { name = "high", terms = ["products[4:8]", "low", "c"], fraction_bits = 9 }]
result = { format = "f32", nan = "7fc00000" }
[instruction."my/halves"]
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.halves"
shape    = { m = 1, n = 1, k = )";
  for (const int k : {5, 6, 8}) {
    const Unit unit = parse_unit(row + std::to_string(k) + " }\n");
    const Sequence sequence(unit);
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      const Case x = random_operands(unit, seed);
      ASSERT_EQ(evaluate(sequence, view(x)), evaluate_exactly(unit, x))
          << "k = " << k << ", random_operands(" << seed << ")";
    }
  }
}

// Under exponent = "scales" what may vanish is a product whose scales lie below a floor.
TEST(Reference, ScalesDecideWhatVanishes) {
  const Unit unit = catalog()
                        .find("rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3")
                        .with("group.terms", "[{ from = \"products\", vanishes_below = 3 }]")
                        .with("group.exponent_floor", 2);
  const Unit keeps = unit.with("group.terms", "[\"products\"]");
  const Sequence sequence(unit), keeping(keeps);
  int differ = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Case x = random_operands(unit, seed);
    const std::uint64_t d = evaluate(sequence, view(x));
    ASSERT_EQ(d, evaluate_exactly(unit, x)) << "random_operands(" << seed << ")";
    differ += d == evaluate(keeping, view(x)) ? 0 : 1;
  }
  EXPECT_GT(differ, 50);
}

// In every rounding mode, as a result's overflow: IEEE 754 would stop at the greatest number in
// some.
TEST(Reference, PromotionAndALateCOverflowToInfinity) {
  constexpr std::uint64_t greatest = 0x7f7fffff, infinity = 0x7f800000, minus = 0x80000000;
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  for (const Rounding rounding : {Rounding::nearest_even, Rounding::toward_zero, Rounding::down,
                                  Rounding::up, Rounding::away}) {
    const PromotedSum sum(unit, rounding);
    EXPECT_EQ(sum.add(greatest, greatest), infinity);
    EXPECT_EQ(sum.add(greatest | minus, greatest | minus), infinity | minus);
    EXPECT_EQ(sum.add(infinity, greatest | minus), infinity);
  }
  const std::vector<std::uint64_t> ones(32, 0x38);
  const Case x = case_of(ones, ones, greatest);
  for (const auto& [rounding, d] : {std::pair{"toward_zero", greatest}, {"up", infinity}}) {
    const Unit late =
        unit.with("instruction.late_c", std::string("{ rounding = \"") + rounding + "\" }");
    EXPECT_EQ(evaluate(Sequence(late), view(x)), d) << rounding;
    EXPECT_EQ(evaluate_exactly(late, x), d) << rounding;
  }
}

TEST(Reference, GivesEveryBundledVector) {
  std::size_t compared = 0;
  for (const VectorFile& file : bundled_files()) {
    const Sequence sequence(catalog().find(file.instruction));
    for (const Case& row : file.cases) {
      ++compared;
      ASSERT_TRUE(same_bits(*file.layout.format[Operand::d], evaluate(sequence, view(row)), row.d(),
                            file.nan == NanMatch::any))
          << file.name << ':' << row.line;
    }
  }
  EXPECT_GT(compared, 30000u);
}

}  // namespace
}  // namespace mmasc
