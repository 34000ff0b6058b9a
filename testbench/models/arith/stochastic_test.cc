// SPDX-License-Identifier: Apache-2.0
// Stochastic rounding, wherever a rounding can stand: the reference, its trace and the
// specification.
#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/trace.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/random_elements.h"
#include "random/operation_batch.h"
#include "random/random_unit.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kF16One = 0x3c00;  // f16

// d = c + a * b, in f32; a sum of f16 products.
Unit two_lane_unit(const std::string& sum, const std::string& result) {
  return parse_unit("[datapath.x]\nlanes = 2\n" + sum + "\nresult = { format = \"f32\"" + result +
                    " }\n[instruction.\"my/x\"]\nshape = { m = 1, n = 1, k = 2 }\n"
                    "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n"
                    "datapath = \"x\"\n");
}

TEST(Stochastic, EveryEvaluatorAgrees) {
  int elements = 0, traces = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Unit unit = stochastic_unit(seed);
    const Sequence sequence(unit);
    const auto widths = random_widths(unit);
    ASSERT_EQ(static_cast<int>(widths.size()), sequence.program().random_count());
    elements += static_cast<int>(widths.size());
    for (std::uint64_t i = 0; i < 6; ++i) {
      const Case x = random_operands(unit, seed * 6 + i);
      const std::uint64_t d = evaluate(sequence, view(x));
      ASSERT_EQ(d, evaluate_exactly(unit, x)) << seed << " " << i << " " << to_toml(unit);
      const Trace traced = trace(sequence, view(x));
      EXPECT_EQ(traced.d, d);
      EXPECT_TRUE(unaccounted(traced).empty()) << unaccounted(traced).front();
      ++traces;
    }
  }
  EXPECT_GT(elements, 300);
  EXPECT_EQ(traces, 180);
}

TEST(Stochastic, DrawsInTheOrderOfUse) {
  const std::string draws = "{ mode = \"stochastic\", random_bits = ";
  const Unit unit = two_lane_unit(
      "product = { round_to = \"f32\", rounding = " + draws +
          "1 } }\n"
          "sum = [{ name = \"pair\", terms = [\"products\"], fraction_bits = 8, alignment_rounding "
          "= " +
          draws + "2 }, round_to = \"f32\", rounding = " + draws +
          "3 } },\n"
          "{ name = \"all\", terms = [{ from = \"pair\", fraction_bits = 9, alignment_rounding = " +
          draws + "4 } }, \"c\"] }]",
      ", significand_fraction = 10, prerounding = { significand_fraction = 12, rounding = " +
          draws + "5 } }, rounding = " + draws + "6 }");
  EXPECT_EQ(random_widths(unit), (std::vector<int>{1, 1, 2, 2, 3, 4, 5, 6}));
  const Unit late = unit.with("instruction.late_c", "{ rounding = " + draws + "32 } }");
  EXPECT_EQ(random_widths(late), (std::vector<int>{1, 1, 2, 2, 3, 4, 5, 6, 32}));
}

// A number of bits that is all of the format's changes nothing.
TEST(Stochastic, RoundsTheRootOnceWhereAllBitsAreKept) {
  const std::string draws = "{ mode = \"stochastic\", random_bits = 4 }";
  const Unit unit = two_lane_unit(
      "sum = [{ name = \"dot\", terms = [\"products\", \"c\"], round_to = "
      "\"f32\", rounding = " +
          draws + " }]",
      ", rounding = " + draws);
  const std::vector<int> once{4}, twice{4, 4};
  EXPECT_EQ(random_widths(unit), once);
  for (const char* field : {"dot.significand_fraction", "result.significand_fraction"}) {
    EXPECT_EQ(random_widths(unit.with(field, 23)), once) << field;
    EXPECT_EQ(random_widths(unit.with(field, 22)), twice) << field;
    const Unit all = unit.with(field, 23);
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Case x = random_operands(all, i);
      EXPECT_EQ(evaluate(Sequence(all), view(x)), evaluate_exactly(all, x));
    }
  }
}

TEST(Stochastic, AnExactValueNeverMoves) {
  const Unit unit = two_lane_unit("sum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]",
                                  ", rounding = { mode = \"stochastic\", random_bits = 8 }");
  const std::uint64_t c = 0x3f800000;
  for (std::uint64_t random = 0; random < 256; ++random) {
    const std::vector<std::uint64_t> a{kF16One, 0}, drawn{random};
    EXPECT_EQ(evaluate(Sequence(unit), view(case_of(a, a, c, {{Operand::random, drawn}}))),
              0x40000000u);
  }
}

// 1 + 2^-24: half of d's last bit is lost.
TEST(Stochastic, GoesUpWithTheCarry) {
  const Unit unit = two_lane_unit("sum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]",
                                  ", rounding = { mode = \"stochastic\", random_bits = 8 }");
  const std::vector<std::uint64_t> a{0x0c00, 0}, b{0x0c00, 0};  // 2^-12
  for (const auto& [random, d] : {std::pair{0x7fu, 0x3f800000u}, {0x80u, 0x3f800001u}}) {
    const std::vector<std::uint64_t> drawn{random};
    EXPECT_EQ(evaluate(Sequence(unit), view(case_of(a, b, 0x3f800000, {{Operand::random, drawn}}))),
              d);
  }
}

TEST(Stochastic, AnEngineWantsItsRandomElements) {
  const Unit unit = stochastic_unit(1);
  const auto engine = make_reference_engine(unit);
  OperationBatch operations = random_batch(unit, 1, 1);
  std::vector<std::uint64_t> d(1);
  DotBatch batch = operations.batch(d);
  EXPECT_NO_THROW(check(unit, batch));
  batch[Operand::random] = {};
  EXPECT_THROW(check(unit, batch), InputError);
}

// -2^-152 in f32, whose least subnormal is 2^-149.
TEST(Prerounding, ThatTakesANegativeRootToZeroUnderflows) {
  for (const auto& [underflow, d] :
       {std::pair{"keep_sign", 0x80000000u}, {"to_plus_zero", 0x00000000u}}) {
    const Unit unit = parse_unit(
        "[datapath.x]\nlanes = 1\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]\n"
        "result = { format = \"f32\", significand_fraction = 2, underflow = \"" +
        std::string(underflow) +
        "\", prerounding = { significand_fraction = 3, rounding = \"toward_zero\" } }\n"
        "[instruction.\"my/x\"]\nshape = { m = 1, n = 1, k = 1 }\n"
        "formats = { a = \"f32\", b = \"f32\", c = \"f32\" }\ndatapath = \"x\"\n");
    const std::vector<std::uint64_t> a{0x80000001}, b{0x3e000000};  // -2^-149 * 2^-3
    EXPECT_EQ(evaluate(Sequence(unit), view(case_of(a, b, 0))), d);
    EXPECT_EQ(evaluate_exactly(unit, a, b, 0), d);
  }
}

// 1 - 1 in a sum that rounds down, and in one that the result rounds down, but not where only the
// prerounding does.
TEST(ZeroSign, LooksAtTheRoundingOfTheSumOrOfTheResult) {
  const auto zero = [](const std::string& sum, const std::string& result) {
    const Unit unit = two_lane_unit(
        "zero_sign = \"ieee\"\nsum = [{ name = \"dot\", terms = "
        "[\"products\", \"c\"]" +
            sum + " }]",
        result);
    const std::vector<std::uint64_t> a{kF16One, 0}, b{kF16One, 0};
    const std::uint64_t d = evaluate(Sequence(unit), view(case_of(a, b, 0xbf800000)));
    EXPECT_EQ(d, evaluate_exactly(unit, a, b, 0xbf800000));
    return d;
  };
  EXPECT_EQ(zero("", ""), 0u);
  EXPECT_EQ(zero("", ", rounding = \"down\""), 0x80000000u);
  EXPECT_EQ(zero("",
                 ", significand_fraction = 10, prerounding = { significand_fraction = 12, "
                 "rounding = \"down\" }"),
            0u);
  EXPECT_EQ(zero(", round_to = \"f32\", rounding = \"down\"", ""), 0x80000000u);
  EXPECT_EQ(zero(", round_to = \"f32\"", ", rounding = \"down\", significand_fraction = 20"), 0u);
}

}  // namespace
}  // namespace mmasc
