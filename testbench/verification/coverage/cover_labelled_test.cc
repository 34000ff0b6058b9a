// SPDX-License-Identifier: Apache-2.0
// Every cover point that can be reached is met, on rows of the catalogue.
#include <limits>
#include <string>

#include "coverage/covered.h"
#include "coverage/raised.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

// Few draws aim at the exponents with which terms take part, not at their own.
TEST(CoverDraws, AreFewWhereExponentsAreRaised) {
  for (const int offset : {0, -30, -3, 3}) {
    SCOPED_TRACE(offset);
    expect_covered(with_c_raised_by(offset), 1, {.tries = 500});
  }
}

TEST(CoverDraws, AreRepeatable) {
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

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

// Of `parts` parts of the catalogue, which no new row moves, one.
struct Rows {
  std::string name;
  std::size_t part, parts;
  std::uint64_t seed;
  std::size_t most_points = kAny, most_vectors = kAny;
  friend void PrintTo(const Rows& rows, std::ostream* out) { *out << rows.name; }
};

std::string name_of_rows(const ::testing::TestParamInfo<Rows>& info) { return info.param.name; }

bool is_of(const Rows& rows, const Unit& unit) {
  std::size_t hash = 0;
  for (const char letter : unit.instruction.id)
    hash = 31 * hash + static_cast<unsigned char>(letter);
  return hash % rows.parts == rows.part;
}

class Cover : public ::testing::TestWithParam<Rows> {};

TEST_P(Cover, MeetsEveryCoverPoint) {
  const auto& [name, part, parts, seed, most_points, most_vectors] = GetParam();
  int rows = 0;
  for (const Unit& unit : catalog().units()) {
    if (!is_of(GetParam(), unit)) continue;
    if (cover_points_of(Sequence(unit)).list.size() > most_points) continue;
    const std::size_t vectors = expect_covered(unit, seed);
    EXPECT_GE(vectors, 10u) << unit.instruction.id;
    EXPECT_LT(vectors, most_vectors) << unit.instruction.id;
    ++rows;
  }
  EXPECT_GT(rows, 40);
}

// Part 16 has none of the rows that miss a point with this seed: the long tests show those. Long
// chains of roundings, which have thousands of points, are left to the long tests.
INSTANTIATE_TEST_SUITE_P(Default, Cover, ::testing::Values(Rows{"sample", 16, 20, 1, 1000, 200}),
                         name_of_rows);
INSTANTIATE_TEST_SUITE_P(Long, Cover,
                         ::testing::Values(Rows{"seed_1", 0, 1, 1}, Rows{"seed_2", 0, 1, 2},
                                           Rows{"seed_3", 0, 1, 3}, Rows{"seed_4", 0, 1, 4}),
                         name_of_rows);

}  // namespace
}  // namespace mmasc
