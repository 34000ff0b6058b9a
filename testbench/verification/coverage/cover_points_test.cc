// SPDX-License-Identifier: Apache-2.0
// The list of cover points follows the plan's fields, and says of each that cannot be reached why.
#include "mmasc/coverage/cover_points.h"

#include "coverage/support.h"

namespace mmasc {
namespace {

CoverPoints points(const std::string& unit, const Changes& changes = {}) {
  return cover_points_of(Sequence(small_unit(unit, changes)));
}

// Why a cover point cannot be reached; empty where it can.
std::string why(const CoverPoints& points, const std::string& name) {
  const CoverPoint* const point = find_point(points, name);
  EXPECT_NE(point, nullptr) << name;
  return point == nullptr ? "no cover point" : point->unreachable;
}

TEST(CoverPoints, DistancesMoveWithTheBitsKept) {
  const CoverPoints twelve = points("two");
  const CoverPoints sixteen = points("two", {{"dot.fraction_bits", "16"}});
  for (const int distance : {11, 12, 13}) {
    const std::string name = "dot.products.distance = " + std::to_string(distance);
    EXPECT_NE(find_point(twelve, name), nullptr) << name;
    EXPECT_EQ(find_point(sixteen, name), nullptr) << name;
  }
  EXPECT_NE(find_point(sixteen, "dot.products.distance = 17"), nullptr);
}

TEST(CoverPoints, FieldsBringTheirOwn) {
  EXPECT_EQ(find_point(points("two"), "result.flushed"), nullptr);
  EXPECT_NE(find_point(points("two", {{"flush.results", "keep_sign"}}), "result.flushed"), nullptr);
  EXPECT_EQ(find_point(points("two"), "dot.products.alignment_rounding.tie_odd"), nullptr);
  EXPECT_NE(find_point(points("two", {{"dot.alignment_rounding", "up"}}),
                       "dot.products.alignment_rounding.tie_odd -"),
            nullptr);
  EXPECT_EQ(
      find_point(points("two", {{"dot.zero_exponent", "ignored"}}), "dot.products.zero_leads"),
      nullptr);
  EXPECT_EQ(find_point(points("two"), "chain.zero"), nullptr);
  EXPECT_NE(find_point(points("chain"), "chain.zero"), nullptr);
}

TEST(CoverPoints, ReasonsFollowFromTheRanges) {
  const CoverPoints two = points("two");
  EXPECT_EQ(why(two, "dot.products.distance = 12"), "");
  EXPECT_EQ(why(two, "dot.minus_zero"), "a sum that is zero is +0");
  EXPECT_EQ(why(points("two", {{"zero_sign", "ieee"}}), "dot.minus_zero"), "");
  EXPECT_EQ(why(two, "dot.opposite_infinities of c"), "there is one such term");
  EXPECT_EQ(why(points("two", {{"result.rounding", "toward_zero"}}), "result.carries"),
            "the rounding never moves away from zero");
  EXPECT_EQ(why(points("two", {{"flush.results", "keep_sign"}}), "result.subnormal"),
            "subnormal results are flushed");
  EXPECT_EQ(why(points("two", {{"dot.zero_exponent", "-30"}}), "dot.c.zero_leads"),
            "a zero of c lies at most -2 above another term");
  EXPECT_EQ(why(points("scaled"), "dot.carry = 2"), "");
}

// A vector meets the cover point, so that no reason may be given against it.
void expect_reached(const std::string& row, const Vector& vector, const std::string& name) {
  const Unit unit = parse_unit(row);
  EXPECT_TRUE(met(unit, vector).contains(name)) << name;
  EXPECT_EQ(why(cover_points_of(Sequence(unit)), name), "") << name;
}

// 2^-36 - 2^-36, before the only sum that also takes the chain's 0.
TEST(CoverPoints, ASumThatCancelledLeavesAZeroInTheNextOne) {
  expect_reached(R"(
[format.no_zero]
exponent_bits = 3
fraction_bits = 2
bias          = 18
subnormals    = false

[datapath.x]
lanes  = 2
sum    = [{ name = "dot", terms = ["products"] }, { name = "all", terms = ["dot", "c"] }]
result = { format = "f32" }

[instruction."my/x"]
shape    = { m = 16, n = 8, k = 2 }
formats  = { a = "no_zero", b = "no_zero", c = "f32" }
late_c   = {}
datapath = "x"
)",
                 {{0, 0, 0, 0x20}}, "all.plus_zero");
}

TEST(CoverPoints, AFormatWithoutSubnormalsHasSomeOnceWidened) {
  expect_reached(R"(
[format.no_zero]
exponent_bits = 3
fraction_bits = 2
bias          = 18
subnormals    = false

[datapath.x]
lanes  = 1
sum    = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "f32" }

[instruction."my/x"]
shape    = { m = 16, n = 8, k = 1 }
formats  = { a = "no_zero", b = "no_zero", c = "f32" }
widen    = "f16"
datapath = "x"
)",
                 {{0, 0}}, "b.subnormal");
}

TEST(CoverPoints, ARoundingLiftsWhatIsBelowTheLeastNumberToANormalOne) {
  const std::string row = R"(
[format.powers]
exponent_bits = 4
fraction_bits = 0
specials      = "nan_all_ones"

[format.deep]
exponent_bits = 1
fraction_bits = 1
bias          = 20
specials      = "none"

[datapath.x]
lanes   = 1
product = { round_to = "powers", rounding = "up" }
sum     = [{ name = "dot", terms = ["products", "c"] }]
result  = { format = "f32" }

[instruction."my/x"]
shape    = { m = 16, n = 8, k = 1 }
formats  = { a = "deep", b = "deep", c = "f32" }
datapath = "x"
)";
  expect_reached(row, {{1, 1}}, "products.rounded.least_normal");
  expect_reached(row, {{1, 1}}, "products.rounded.normal");
}

// 7.5 * 1.875 stays below 16, the greatest number of the format it is rounded to.
TEST(CoverPoints, ARoundingLiftsToAGreatestNumberThatIsAPowerOfTwo) {
  expect_reached(R"(
[format.to_16]
exponent_bits = 3
fraction_bits = 1
specials      = "nan_all_ones"

[format.below_2]
exponent_bits = 1
fraction_bits = 3
bias          = 1
specials      = "none"

[datapath.x]
lanes   = 1
product = { round_to = "to_16" }
sum     = [{ name = "dot", terms = ["products", "c"] }]
result  = { format = "f32" }

[instruction."my/x"]
shape    = { m = 16, n = 8, k = 1 }
formats  = { a = "e2m3", b = "below_2", c = "f32" }
datapath = "x"
)",
                 {{0x1f, 0x0f}}, "products.rounded.greatest");
}

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
