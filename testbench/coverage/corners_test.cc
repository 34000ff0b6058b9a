// SPDX-License-Identifier: Apache-2.0
// The list of corners follows the plan's fields, and says of each that cannot be reached why.
#include "coverage/corners.h"

#include "coverage/support.h"

namespace mmasc {
namespace {

Corners corners(const std::string& unit, const Changes& changes = {}) {
  return corners_of(Sequence(small_unit(unit, changes)));
}

// Why a corner cannot be reached; empty where it can.
std::string why(const Corners& corners, const std::string& name) {
  const Corner* const corner = find_corner(corners, name);
  EXPECT_NE(corner, nullptr) << name;
  return corner == nullptr ? "no corner" : corner->unreachable;
}

TEST(Corners, DistancesMoveWithTheBitsKept) {
  const Corners twelve = corners("two");
  const Corners sixteen = corners("two", {{"dot.fraction_bits", "16"}});
  for (const int distance : {11, 12, 13}) {
    const std::string name = "dot.products.distance = " + std::to_string(distance);
    EXPECT_NE(find_corner(twelve, name), nullptr) << name;
    EXPECT_EQ(find_corner(sixteen, name), nullptr) << name;
  }
  EXPECT_NE(find_corner(sixteen, "dot.products.distance = 17"), nullptr);
}

TEST(Corners, FieldsBringTheirOwn) {
  EXPECT_EQ(find_corner(corners("two"), "result.flushed"), nullptr);
  EXPECT_NE(find_corner(corners("two", {{"flush.results", "keep_sign"}}), "result.flushed"),
            nullptr);
  EXPECT_EQ(find_corner(corners("two"), "dot.products.shift_out.tie_odd"), nullptr);
  EXPECT_NE(
      find_corner(corners("two", {{"dot.shift_out", "up"}}), "dot.products.shift_out.tie_odd -"),
      nullptr);
  EXPECT_EQ(
      find_corner(corners("two", {{"dot.zero_exponent", "ignored"}}), "dot.products.zero_leads"),
      nullptr);
  EXPECT_EQ(find_corner(corners("two"), "chain.zero"), nullptr);
  EXPECT_NE(find_corner(corners("chain"), "chain.zero"), nullptr);
}

TEST(Corners, ReasonsFollowFromTheRanges) {
  const Corners two = corners("two");
  EXPECT_EQ(why(two, "dot.products.distance = 12"), "");
  EXPECT_EQ(why(two, "dot.minus_zero"), "a sum that is zero is +0");
  EXPECT_EQ(why(corners("two", {{"zero_sign", "ieee"}}), "dot.minus_zero"), "");
  EXPECT_EQ(why(two, "dot.opposite_infinities of c"), "there is one such term");
  EXPECT_EQ(why(corners("two", {{"result.rounding", "toward_zero"}}), "result.carries"),
            "the rounding never moves away from zero");
  EXPECT_EQ(why(corners("two", {{"flush.results", "keep_sign"}}), "result.subnormal"),
            "subnormal results are flushed");
  EXPECT_EQ(why(corners("two", {{"dot.zero_exponent", "-30"}}), "dot.c.zero_leads"),
            "a zero of c lies at most -2 above another term");
  EXPECT_EQ(why(corners("scaled"), "dot.carry = 2"), "");
}

TEST(Corners, NamesAreUnique) {
  for (std::size_t i = 0; i < catalog().units().size(); i += 7) {
    std::set<std::string> names;
    for (const Corner& corner : corners_of(Sequence(catalog().units()[i])).list)
      EXPECT_TRUE(names.insert(corner.name).second) << corner.name;
  }
}

// Nothing of a name's spelling is read.
TEST(Corners, FollowThePlanNotTheName) {
  Unit unit = catalog().find("cdna3/v_mfma_f32_32x32x16_fp8_fp8");
  const Corners before = corners_of(Sequence(unit));
  unit.instruction.id = "word/word";
  unit.datapath.name = unit.instruction.datapath = "word";
  const Corners after = corners_of(Sequence(unit));
  ASSERT_EQ(after.list.size(), before.list.size());
  for (std::size_t i = 0; i < after.list.size(); ++i) {
    EXPECT_EQ(after.list[i].name, before.list[i].name);
    EXPECT_EQ(after.list[i].unreachable, before.list[i].unreachable);
  }
}

}  // namespace
}  // namespace mmasc
