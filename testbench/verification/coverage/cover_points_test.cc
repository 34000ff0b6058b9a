// SPDX-License-Identifier: Apache-2.0
// The list of cover points follows the plan's fields, and says of each that cannot be reached why.
#include "mmasc/coverage/cover_points.h"

#include "coverage/support.h"
#include "printed_name.h"

namespace mmasc {
namespace {

CoverPoints points(const std::string& line) { return cover_points_of(Sequence(small_unit(line))); }

// Why a cover point cannot be reached; empty where it can.
std::string why(const CoverPoints& points, const std::string& name) {
  const CoverPoint* const point = find_point(points, name);
  EXPECT_NE(point, nullptr) << name;
  return point == nullptr ? "no cover point" : point->unreachable;
}

TEST(CoverPoints, DistancesMoveWithTheBitsKept) {
  const CoverPoints twelve = points("my/two");
  const CoverPoints sixteen = points("my/two --set dot.fraction_bits=16");
  for (const int distance : {11, 12, 13}) {
    const std::string name = "dot.products.distance = " + std::to_string(distance);
    EXPECT_NE(find_point(twelve, name), nullptr) << name;
    EXPECT_EQ(find_point(sixteen, name), nullptr) << name;
  }
  EXPECT_NE(find_point(sixteen, "dot.products.distance = 17"), nullptr);
}

TEST(CoverPoints, FieldsBringTheirOwn) {
  EXPECT_EQ(find_point(points("my/two"), "result.flushed"), nullptr);
  EXPECT_NE(find_point(points("my/two --set flush.results=keep_sign"), "result.flushed"), nullptr);
  EXPECT_EQ(find_point(points("my/two"), "dot.products.alignment_rounding.tie_odd"), nullptr);
  EXPECT_NE(find_point(points("my/two --set dot.alignment_rounding=up"),
                       "dot.products.alignment_rounding.tie_odd -"),
            nullptr);
  EXPECT_EQ(find_point(points("my/two --set dot.zero_exponent=ignored"), "dot.products.zero_leads"),
            nullptr);
  EXPECT_EQ(find_point(points("my/two"), "chain.zero"), nullptr);
  EXPECT_NE(find_point(points("my/two_steps"), "chain.zero"), nullptr);
}

TEST(CoverPoints, ReasonsFollowFromTheRanges) {
  const CoverPoints two = points("my/two");
  EXPECT_EQ(why(two, "dot.products.distance = 12"), "");
  EXPECT_EQ(why(two, "dot.minus_zero"), "a sum that is zero is +0");
  EXPECT_EQ(why(points("my/two --set zero_sign=ieee"), "dot.minus_zero"), "");
  EXPECT_EQ(why(two, "dot.opposite_infinities of c"), "there is one such term");
  EXPECT_EQ(why(points("my/two --set result.rounding=toward_zero"), "result.carries"),
            "the rounding never moves away from zero");
  EXPECT_EQ(why(points("my/two --set flush.results=keep_sign"), "result.subnormal"),
            "subnormal results are flushed");
  EXPECT_EQ(why(points("my/two --set dot.zero_exponent=-30"), "dot.c.zero_leads"),
            "a zero of c lies at most -2 above another term");
  EXPECT_EQ(why(points("my/two_scaled"), "dot.carry = 2"), "");
}

// A vector meets the cover point, so that no reason may be given against it.
struct Reached {
  const char *about, *unit;
  Vector vector;
  const char* point;
  friend void PrintTo(const Reached& reached, std::ostream* out) { *out << reached.about; }
};
const Reached kReached[] = {
    {"a sum that cancelled leaves a zero in the next one",  // 2^-36 - 2^-36
     "my/without_zero --set lanes=2 --set instruction.shape.k=2 --set flush.inputs=none --set "
     "instruction.late_c={}",
     {{0, 0, 0, 0x20}},
     "all.plus_zero"},
    {"a format without subnormals has some once widened",
     "my/without_zero --set flush.inputs=none",
     {{0, 0}},
     "b.subnormal"},
    {"a rounding lifts what is below the least number to the least normal one",
     "my/lifted_far",
     {{1, 1}},
     "products.rounded.least_normal"},
    {"a rounding lifts what is below the least number to a normal one",
     "my/lifted_far",
     {{1, 1}},
     "products.rounded.normal"},
    {"a rounding lifts to a greatest number that is a power of two",
     "my/up_to_16",
     {{0x1f, 0x0f}},
     "products.rounded.greatest"},
};

class ReachedPoints : public ::testing::TestWithParam<Reached> {};

TEST_P(ReachedPoints, AreNotArguedAway) {
  const auto& [about, line, vector, point] = GetParam();
  const Unit unit = small_unit(line);
  EXPECT_TRUE(met(unit, vector).contains(point));
  EXPECT_EQ(why(cover_points_of(Sequence(unit)), point), "");
}

INSTANTIATE_TEST_SUITE_P(Of, ReachedPoints, ::testing::ValuesIn(kReached), PrintedName());

TEST(CoverPoints, NamesAreUnique) {
  for (std::size_t i = 0; i < catalog().units().size(); i += 7) {
    std::set<std::string> names;
    for (const CoverPoint& point : cover_points_of(Sequence(catalog().units()[i])).list)
      EXPECT_TRUE(names.insert(point.name).second) << point.name;
  }
}

// Nothing of a name's spelling is read.
TEST(CoverPoints, FollowThePlanNotTheName) {
  Unit unit = catalog().find("cdna3/v_mfma_f32_32x32x16_fp8_fp8");
  const CoverPoints before = cover_points_of(Sequence(unit));
  unit.instruction.id = "word/word";
  unit.datapath.name = unit.instruction.datapath = "word";
  const CoverPoints after = cover_points_of(Sequence(unit));
  ASSERT_EQ(after.list.size(), before.list.size());
  for (std::size_t i = 0; i < after.list.size(); ++i) {
    EXPECT_EQ(after.list[i].name, before.list[i].name);
    EXPECT_EQ(after.list[i].unreachable, before.list[i].unreachable);
  }
}

}  // namespace
}  // namespace mmasc
