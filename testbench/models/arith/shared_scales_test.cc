// SPDX-License-Identifier: Apache-2.0
// Products that share their scales lie no further apart than the exponents of a and b: an exact sum
// of them is as narrow as that.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "arith/checked.h"
#include "mmasc/stimulus/generator.h"
#include "random/grouped_unit.h"
#include "random/operation_batch.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

int sum_bits(const Unit& unit) { return make_plan(unit).sums[0].sum_bits; }

// e4m3 has the exponents -6 to 8 and e2m1 0 to 2, and a product four fraction bits.
TEST(SharedScales, CostNoBits) {
  const Plan plan = make_plan(grouped(""));
  EXPECT_EQ(plan.sums[0].fraction_bits, 4 + 14 + 2);
  EXPECT_EQ(plan.sums[0].sum_bits, 6 + 16 + 2 + 1);
  EXPECT_EQ(plan.sums[0].sum_bits, sum_bits(grouped(", fraction_bits = 20")));
  EXPECT_EQ(plan.sums[2].sum_bits, make_plan(grouped(", fraction_bits = 20")).sums[2].sum_bits);
  EXPECT_EQ(plan.sums[0].output.exponent_min, -6 + 2 * -127);
  EXPECT_EQ(make_plan(grouped(", exponent_grid = { step = 4 }")).sums[0].fraction_bits, 20 + 3);
  EXPECT_EQ(make_plan(grouped(", zero_exponent = \"ignored\"")).sums[0].fraction_bits, 20);
  EXPECT_EQ(make_plan(grouped(", exponent = \"scales\", zero_exponent = \"ignored\""))
                .sums[0]
                .fraction_bits,
            make_plan(grouped(", exponent = \"scales\"")).sums[0].fraction_bits);
}

// A number that may be the largest exponent lies anywhere beside the scales, and other groups have
// other scales.
TEST(SharedScales, AreNotAllThatGivesAnExponent) {
  constexpr int kScales = 2 * 254;
  EXPECT_GT(sum_bits(grouped(", zero_exponent = -40")), kScales);
  EXPECT_GT(sum_bits(grouped(", exponent_floor = -40")), kScales);
  EXPECT_GT(
      sum_bits(grouped("", "ue8m0", "\"products\"", "product = { zero_factor_exponent = 3 }\n")),
      kScales);
  EXPECT_GT(sum_bits(grouped("").with("group.groups", "1")), kScales);
  EXPECT_LT(sum_bits(grouped("", "ue8m0",
                             "\"products.even\", { from = \"products.odd\", exponent_offset = -3, "
                             "negated = true }")
                         .with("group.groups", "1")
                         .with("instruction.scale.block", "8")),
            60);
}

// Sums of such sums, too: a pair's exponent lies no further from another's of the block.
TEST(SharedScales, CostNoBitsInSumsOfSums) {
  const Plan plan = make_plan(grouped_pairs(""));
  EXPECT_EQ(plan.sums[0].fraction_bits, 4 + 3 + 3 + 16);  // 3 of each scale
  EXPECT_EQ(plan.sums[4].fraction_bits, plan.sums[0].fraction_bits + 16);
  EXPECT_GT(make_plan(grouped_pairs(", exponent_floor = -300")).sums[4].fraction_bits, 60);
  const Plan level = make_plan(grouped_pairs(", exponent = \"scales\""));
  EXPECT_EQ(level.sums[4].fraction_bits, level.sums[0].fraction_bits);
  EXPECT_FALSE(level.groups[level.sums[4].first_group].shifts);
}

// The reference, integers that prove the planned widths, and the specification.
void expect_agree(const Unit& unit) {
  const Sequence sequence(unit);
  OperationBatch operations(unit);
  const Generator generator(unit, 1);
  for (const VectorClassInfo& info : kVectorClasses)
    for (std::uint64_t i = 0; i < 4; ++i) operations.add(generator.make(info.value, i));
  add_random(operations, unit, 100, 1);
  const std::vector<std::uint64_t> d = operations.run(*make_reference_engine(unit));
  for (std::size_t i = 0; i < d.size(); ++i) {
    const DotOperands in = view(operations.operations()[i]);
    ASSERT_EQ(d[i], evaluate_exactly(unit, in)) << operations.describe(i);
    const Operands step = sequence.step(0, in, 0);
    ASSERT_EQ(evaluate_checked(sequence.plan(), step), evaluate(sequence.plan(), step))
        << operations.describe(i);
  }
}

TEST(SharedScales, ChangeNoBit) {
  for (const char* scale : {"ue8m0", "ue4m3"})
    for (const char* fields : kGroupedFields) expect_agree(grouped(fields, scale));
}

// Sums side by side are as wide as the one that has products of two blocks.
TEST(SharedScales, AreOfOneBlock) {
  const Plan plan = make_plan(grouped_across_blocks(""));
  EXPECT_GT(plan.sums[1].sum_bits, 2 * 254);
  EXPECT_EQ(plan.sums[1].sum_bits, plan.sums[2].sum_bits);
  for (const char* scale : {"ue8m0", "ue4m3"})
    for (const std::string_view fields : kGroupedFields)
      if (fields.find("\"scales\"") == fields.npos)  // which two blocks do not share
        expect_agree(grouped_across_blocks(std::string(fields), scale));
}

TEST(SharedScales, ChangeNoBitOfSumsOfSums) {
  for (const char* pair : kGroupedFields)
    for (const char* group : {"", ", zero_exponent = \"ignored\"", ", exponent_grid = { step = 8 }",
                              ", fraction_bits = 9"})
      expect_agree(grouped_pairs(pair, group));
}

}  // namespace
}  // namespace mmasc
