// SPDX-License-Identifier: Apache-2.0
// Every cover point that can be reached is met, on a sample of the catalogue's rows.
#include "coverage/covered.h"
#include "coverage/raised.h"

namespace mmasc {
namespace {

// Long chains of roundings, which have thousands of points, are left to the long test.
TEST(Cover, MeetsEveryCoverPointOfASampleOfTheRows) {
  int rows = 0;
  for (std::size_t i = 1; i < catalog().units().size(); i += 20) {
    const Unit& unit = catalog().units()[i];
    if (cover_points_of(Sequence(unit)).list.size() > 1000) continue;
    const std::size_t vectors = expect_covered(unit, 1);
    EXPECT_GE(vectors, 10u) << unit.instruction.id;
    EXPECT_LT(vectors, 200u) << unit.instruction.id;
    ++rows;
  }
  EXPECT_GT(rows, 50);
}

// Few draws aim at the exponents with which terms take part, not at their own.
TEST(Cover, TakesFewDrawsWhereExponentsAreRaised) {
  for (const int offset : {0, -30, -3, 3}) {
    SCOPED_TRACE(offset);
    expect_covered(with_c_raised_by(offset), 1, {.tries = 500});
  }
}

TEST(Cover, IsRepeatable) {
  const Unit& unit = catalog().find("cdna3/v_mfma_f32_32x32x16_fp8_fp8");
  const auto drawn = [&unit](std::uint64_t seed) {
    const Generator generator(unit, seed);
    const CoverPoints points = cover_points_of(generator.sequence());
    Coverage coverage(unit, points);
    const auto cases =
        cover(generator, points, {{VectorClass::edge}, 20, 5000}, coverage, [](auto) {});
    std::vector<std::uint64_t> c;
    for (const Case& row : cases) c.push_back(row.c());
    return std::pair(c, coverage.to_json());
  };
  EXPECT_EQ(drawn(3), drawn(3));
  EXPECT_NE(drawn(3).first, drawn(4).first);
}

}  // namespace
}  // namespace mmasc
