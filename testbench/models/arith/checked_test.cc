// SPDX-License-Identifier: Apache-2.0
// Every planned width holds: the reference on integers that throw where one does not.
#include "arith/checked.h"

#include <gtest/gtest.h>

#include "arith/checked_numbers.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

using Checked = CheckedNumbers<Numbers128>;

class CheckedNumbersTest : public ::testing::Test {
 protected:
  void SetUp() override { Checked::set_limits({}); }
  static Checked::word word(std::int64_t value) { return Checked::word_of(value, 64); }
  static Checked::index index(std::int64_t value) { return Checked::index_of(value, 16); }
};

TEST_F(CheckedNumbersTest, ThrowsBeyondTheWidth) {
  EXPECT_NO_THROW(Checked::add(word(100), word(27), 8));
  EXPECT_THROW(Checked::add(word(100), word(28), 8), WidthError);
  EXPECT_NO_THROW(Checked::sub(word(-100), word(28), 8));
  EXPECT_THROW(Checked::sub(word(-100), word(29), 8), WidthError);
  EXPECT_NO_THROW(Checked::mul(word(7), word(9), 7));
  EXPECT_THROW(Checked::mul(word(8), word(8), 7), WidthError);
  EXPECT_NO_THROW(Checked::shift_left(word(-1), 7, 8));
  EXPECT_THROW(Checked::shift_left(word(1), 7, 8), WidthError);
  EXPECT_THROW(Checked::word_of(128, 8), WidthError);
  EXPECT_THROW(Checked::index_of(-129, 8), WidthError);
  EXPECT_THROW(Checked::from_raw(256, 8), WidthError);
  EXPECT_THROW(Checked::to_raw(word(-1)), WidthError);
}

TEST_F(CheckedNumbersTest, ThrowsOutsideAnOperationsRange) {
  EXPECT_THROW(Checked::shift_right(word(-1), 1, 8), WidthError);
  EXPECT_THROW(Checked::shift_right_by(word(1), index(-1), 8), WidthError);
  EXPECT_THROW(Checked::field(Checked::word_of(5, 4), 2, 3), WidthError);
  EXPECT_EQ(Checked::bit_at(Checked::word_of(5, 4), 2), 1u);
  EXPECT_THROW(Checked::bit_at(Checked::word_of(5, 4), 4), WidthError);
  EXPECT_THROW(Checked::bit_at(word(-1), 0), WidthError);
  EXPECT_THROW(Checked::count_leading_zeros(word(256), 8), WidthError);
  EXPECT_THROW(Checked::count_leading_zeros(word(-1), 8), WidthError);
  EXPECT_EQ(Checked::count_leading_zeros(word(0), 8).value, 8);
}

TEST_F(CheckedNumbersTest, ThrowsOnValuesNeverSet) {
  EXPECT_THROW(Checked::add(Checked::word{}, word(1), 8), WidthError);
  EXPECT_THROW(Checked::less(index(1), Checked::index{}), WidthError);
  EXPECT_THROW(Checked::max(index(1), Checked::index{}), WidthError);
  EXPECT_EQ(Checked::max(index(1), index(-2)).value, 1);
  EXPECT_EQ(Checked::min(index(1), index(-2)).value, -2);
}

TEST_F(CheckedNumbersTest, ThrowsBeyondThePlan) {
  Checked::set_limits({.word_bits = 12, .index_bits = 6});
  EXPECT_NO_THROW(Checked::word_of(2047, 64));
  EXPECT_THROW(Checked::word_of(2048, 64), WidthError);
  EXPECT_THROW(Checked::index_of(32, 16), WidthError);
  EXPECT_THROW(Checked::shift_right(Checked::word_of(1, 2), 12, 2), WidthError);
}

// The check would notice a sum that is planned too narrow.
TEST(CheckedPlan, NoticesANarrowSum) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  Plan plan = make_plan(unit);
  Operands in;
  for (int lane = 0; lane < plan.lanes(); ++lane)
    for (const Operand operand : {Operand::a, Operand::b}) in.push_back(operand, 0x3fff);  // < 2
  EXPECT_EQ(evaluate_checked(plan, in), evaluate(plan, in));
  plan.sums[0].sum_bits -= 2;
  EXPECT_THROW(evaluate_checked(plan, in), WidthError);
}

}  // namespace
}  // namespace mmasc
