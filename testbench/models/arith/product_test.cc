// SPDX-License-Identifier: Apache-2.0
// Products of zero factors with an exponent of their own, and products that yield to infinities:
// by numbers worked out by hand, and by the specification.
#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/lanes.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/operation_batch.h"
#include "random/product_unit.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

constexpr const char* kF16 = "cdna3/v_mfma_f32_32x32x8_f16";
constexpr const char* kBf16 = "cdna3/v_mfma_f32_32x32x8_bf16";

std::uint64_t d_of(const Unit& unit, std::vector<std::uint64_t> a, std::vector<std::uint64_t> b,
                   std::uint64_t c) {
  a.resize(8), b.resize(8);
  Case x(layout_of(unit));
  x[Operand::a] = a, x[Operand::b] = b;
  x.c() = c;
  return evaluate(Sequence(unit), view(x));
}

// 0 * 2^15 takes part with 2^(-126 + 15): c of 1.5 * 2^-126, down to a multiple of 2^(-111 - 24).
TEST(Product, OfAZeroFactorLeadsWithTheExponentGiven) {
  const Unit unit = catalog().find(kF16);
  const Unit leads =
      unit.with("dot.zero_exponent", "own").with("product.zero_factor_exponent", "-126");
  const std::vector<std::uint64_t> zero{0}, large{0x7800};
  const std::uint64_t c = 0x00c00001;
  EXPECT_EQ(d_of(unit, zero, large, c), c);
  EXPECT_EQ(d_of(leads, zero, large, c), 0x00c00000u);
  EXPECT_EQ(d_of(leads, large, zero, c), 0x00c00000u);
  EXPECT_EQ(d_of(leads, zero, zero, c), c) << "-252 is beneath c";
  EXPECT_EQ(d_of(leads, {0, 0x3c00}, {0x7800, 0x3c00}, 0), 0x3f800000u) << "beside 1";
}

// Zeros of integer factors lead, too, and an exact sum keeps what lies below them.
TEST(Product, OfAZeroFactorLeadsBesideIntegersAndInExactSums) {
  const auto unit_of = [](const std::string& format, const std::string& sum) {
    return parse_unit("[datapath.x]\nlanes = 4\nproduct = { zero_factor_exponent = 40 }\nsum = [" +
                      sum + ", { name = \"acc\", terms = [\"dot\", \"c\"] }]\n" +
                      "result = { format = \"f32\" }\n[instruction.\"my/x\"]\n" +
                      "shape = { m = 1, n = 1, k = 4 }\nformats = { a = \"" + format +
                      "\", b = \"" + format + "\", c = \"f32\" }\ndatapath = \"x\"\n");
  };
  const auto both = [](const Unit& unit, std::vector<std::uint64_t> a,
                       std::vector<std::uint64_t> b) {
    Case x(layout_of(unit));
    x[Operand::a] = a, x[Operand::b] = b;
    const std::uint64_t d = evaluate(Sequence(unit), view(x));
    EXPECT_EQ(d, evaluate_exactly(unit, x));
    return d;
  };
  const std::string kept = "{ name = \"dot\", terms = [\"products\"], zero_exponent = \"own\"";
  const Unit integers = unit_of("s8", kept + ", fraction_bits = 60 }");
  EXPECT_EQ(both(integers, {3, 0, 0, 0}, {5, 5, 5, 5}), 0x41700000u);  // 15
  EXPECT_EQ(both(integers, {3, 0, 0, 0}, {5, 0, 0, 0}), 0u) << "2^80 leads, 60 bits below it stay";
  const Unit exact = unit_of("f16", kept + " }");
  EXPECT_EQ(both(exact, {0x0400, 0, 0, 0}, {0x0400, 0x3c00, 0, 0}), 0x31800000u);  // 2^-28
  EXPECT_EQ(both(exact, {0x0001, 0, 0, 0}, {0x0001, 0, 0, 0}), 0x27800000u);       // 2^-48
}

// 2^100 * 2^100 is an infinity of bf16's unit.
TEST(Product, ThatOverflowsYieldsToInfinitiesAlone) {
  const Unit unit = catalog().find(kBf16);
  const Unit yields = unit.with("product.infinity_yields", "true");
  const std::uint64_t power = 0x7180, minus_power = 0xf180, infinity = 0x7f80, one = 0x3f80;
  const std::uint64_t f32_infinity = 0x7f800000, f32_minus_infinity = 0xff800000;
  EXPECT_EQ(d_of(yields, {power}, {power}, 0), f32_infinity);
  EXPECT_TRUE(is_nan(unit.d(), d_of(unit, {power}, {power}, f32_minus_infinity)));
  EXPECT_EQ(d_of(yields, {power}, {power}, f32_minus_infinity), f32_minus_infinity);
  EXPECT_TRUE(is_nan(unit.d(), d_of(unit, {minus_power, infinity}, {power, one}, 0)));
  EXPECT_EQ(d_of(yields, {minus_power, infinity}, {power, one}, 0), f32_infinity);
  EXPECT_TRUE(is_nan(unit.d(), d_of(yields, {power, minus_power}, {power, power}, 0)))
      << "two that overflow";
}

TEST(Product, OfUnitsNobodyBuiltIsTheEvaluators) {
  int plans = 0, on_lanes = 0, moved = 0, yielded = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Unit unit = product_unit(seed);
    Unit without_moves = unit, without_yields = unit;
    without_moves.datapath.product.zero_factor_exponent.reset();
    without_yields.datapath.product.infinity_yields = false;
    std::optional<Sequence> sequence;
    try {
      sequence.emplace(unit);
    } catch (const RowError&) {
      continue;  // wider than any plan, or of fixed-point products
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
      moved += is_it(evaluate_exactly(without_moves, x)) ? 0 : 1;
      yielded += is_it(evaluate_exactly(without_yields, x)) ? 0 : 1;
    }
  }
  EXPECT_GT(plans, 120);
  EXPECT_GT(on_lanes, 40);
  EXPECT_GT(moved, 10);
  EXPECT_GT(yielded, 5);
}

TEST(Product, YieldsOnlyWhereItIsAnInfinity) {
  EXPECT_THROW((void)catalog()
                   .find("hopper/mma.m16n8k16.f32.f16.f16.f32")
                   .with("product.infinity_yields", "true"),
               RowError);
}

TEST(Product, OfIntegersAndOfFixedPointTakesNoExponent) {
  for (const char* id : {"hopper/wgmma.m64nNk32.s32.s8.s8",
                         "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"})
    EXPECT_THROW((void)catalog().find(id).with("product.zero_factor_exponent", "-3"), RowError)
        << id;
}

}  // namespace
}  // namespace mmasc
