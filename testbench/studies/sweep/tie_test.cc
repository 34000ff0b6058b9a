// SPDX-License-Identifier: Apache-2.0
// Fields that follow others: what a tie makes of each point.
#include "mmasc/sweep/tie.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "mmasc/sweep/points.h"
#include "mmasc/sweep/study.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max(),
                       kLeast = std::numeric_limits<std::int64_t>::min();

AxisValue value(std::string_view text, const AxisValue& of_name) {
  return parse_tie("field", text, 1).value(of_name);
}

TEST(Tie, IsANameOrOneOperation) {
  EXPECT_EQ(value("k", 64), AxisValue(64));
  EXPECT_EQ(value(" inputs.sigma ", "0.5"), AxisValue("0.5"));
  EXPECT_EQ(value("k / 32", 4096), AxisValue(128));
  EXPECT_EQ(value("256/lanes", 32), AxisValue(8));
  EXPECT_EQ(value("3 * lanes", 16), AxisValue(48));
  EXPECT_EQ(value("dot.fraction_bits + 3", 10), AxisValue(13));
  EXPECT_EQ(value("32 - dot.fraction_bits", 10), AxisValue(22));
  EXPECT_EQ(value("lanes * -1", 4), AxisValue(-4));
}

TEST(Tie, OfAnotherFormIsRefused) {
  for (const char* text :
       {"", "64", "k /", "/ k", "k / lanes", "2 * 3", "k / 2.5", "k k", "k / 2 / 2"})
    EXPECT_THROW(parse_tie("field", text, 1), InputError) << text;
}

TEST(Tie, WithoutAWholeResultIsRefused) {
  EXPECT_THROW(value("k / 32", 48), InputError);
  EXPECT_THROW(value("k / 0", 48), InputError);
  EXPECT_THROW(value("256 / k", 0), InputError);
  EXPECT_THROW(value("k / -1", kLeast), InputError);
  EXPECT_THROW(value("k * 2", kGreatest), InputError);
  EXPECT_THROW(value("k + 1", kGreatest), InputError);
  EXPECT_THROW(value("k - 1", kLeast), InputError);
  EXPECT_THROW(value("k + 1", "tensor"), InputError);
}

std::vector<Point> tied_points(const std::string& rest) {
  return plan_points(parse_study(
      "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n" + rest, "s.toml"));
}

TEST(Tied, FieldsFollowKAndLanes) {
  const auto points = tied_points(
      "[axes]\nk = [1024, 4096]\nlanes = [8, 32]\n[tied]\n\"gemm.promote_k\" = \"k / 8\"\n"
      "\"structure.units\" = \"256 / lanes\"\n");
  ASSERT_EQ(points.size(), 4U);
  std::set<std::string> hashes;
  for (const Point& point : points) {
    ASSERT_TRUE(point.promotion);
    EXPECT_EQ(point.promotion->interval * 32, point.shape.k / 8);
    EXPECT_EQ(point.unit->unit.structure.units * point.unit->unit.lanes(), 256);
    EXPECT_EQ(point.axes.size(), 2U);
    hashes.insert(point.hash);
  }
  EXPECT_EQ(hashes.size(), 4U);
  EXPECT_EQ(points[0].unit, points[2].unit);  // elaborated once
}

// K of [inputs], the lanes of the unit, and a tie of a tie.
TEST(Tied, FieldsFollowWhatIsNoAxis) {
  const auto points = tied_points(
      "[tied]\n\"gemm.promote_k\" = \"k / 2\"\n\"structure.units\" = \"lanes / 4\"\n"
      "\"structure.initiation_interval\" = \"structure.units\"\n[inputs]\nk = 128\n");
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].promotion->interval, 2);
  EXPECT_EQ(points[0].unit->unit.structure.units, 8);
}

// A tie of a variant's field leaves the other variants alone.
TEST(Tied, FieldsFollowAVariant) {
  const auto points = tied_points(
      "[variant.x]\n\"dot.fraction_bits\" = 10\n[variant.y]\nlanes = 16\n"
      "[tied]\n\"result.significand_fraction\" = \"dot.fraction_bits + 2\"\n[axes]\nk = 64\n");
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].unit->unit.datapath.result.significand_fraction, 12);
  EXPECT_NE(points[1].unit->unit.datapath.result.significand_fraction, 12);
}

}  // namespace
}  // namespace mmasc
