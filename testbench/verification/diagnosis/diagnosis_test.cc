// SPDX-License-Identifier: Apache-2.0
// What is said of someone else's outputs: counts by kind, fields, lanes, places.
#include "mmasc/diagnosis/hotspots.h"
#include "mmasc/unit/ulps.h"
#include "planted_pairs.h"

namespace mmasc::diagnosis {
namespace {

const Unit& hopper() { return catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32"); }

// d of 1 * 1 + c for c of many kinds, with theirs beside it.
TEST(Differences, AreCountedByKind) {
  const Unit unit = hopper();
  const Sequence sequence(unit);
  VectorFile file;
  file.layout = layout_of(unit);
  const auto add = [&](std::uint64_t c, const auto& theirs_of) {
    Case row(file.layout);
    row.c() = c;
    row.d() = theirs_of(evaluate(sequence, operands_of(row)));
    file.cases.push_back(row);
  };
  const auto plus = [](std::int64_t ulps) {
    return [ulps](std::uint64_t d) { return d + static_cast<std::uint64_t>(ulps); };
  };
  add(0x3f800000, plus(0));
  add(0x3f800000, plus(1));
  add(0x3f800000, plus(-3));
  add(0x3f800000, plus(-4));
  add(0xbf800000, plus(1));  // below: its magnitude grows
  add(0x3f800000, [](std::uint64_t) { return std::uint64_t{0x7fffffff}; });
  add(0x7fc00000, [](std::uint64_t d) { return d ^ 1; });
  add(0x3f800000, [](std::uint64_t) { return std::uint64_t{0x7f800000}; });
  add(0x00000000, [](std::uint64_t) { return std::uint64_t{0x80000000}; });
  const Differences all = differences_of(sequence, file);
  EXPECT_EQ(all.vectors, 9u);
  EXPECT_EQ(all.wrong.size(), 8u);
  EXPECT_EQ(all.right.size(), 1u);
  EXPECT_EQ(all.nans, 1u);
  EXPECT_EQ(all.nan_bits, 1u);
  EXPECT_EQ(all.infinities, 1u);
  EXPECT_EQ(all.zero_signs, 1u);
  EXPECT_EQ(all.numbers, 4u);
  EXPECT_EQ(all.ulps, (std::map<int, std::size_t>{{1, 1}, {-1, 1}, {-3, 2}}));
}

// The greatest distance of two numbers of f64, of unlike signs, has a bin whose ends are numbers.
TEST(Differences, OfF64NumbersFarApart) {
  const Unit& unit = catalog().find("ampere/mma.m8n8k4.f64.f64.f64.f64");
  VectorFile file;
  file.layout = layout_of(unit);
  Case row(file.layout);
  row.c() = 0x7fefffffffffffff;
  row.d() = 0xffefffffffffffff;
  file.cases.push_back(row);
  const Differences all = differences_of(Sequence(unit), file);
  ASSERT_EQ(all.ulps.size(), 1u);
  EXPECT_EQ(range_of_ulp_bin(all.ulps.begin()->first).low, -(std::int64_t{1} << 61));
}

Ranking ranking_of(const Unit& unit, const VectorFile& outputs) {
  return ranked(unit, outputs, differences_of(Sequence(unit), outputs), 1);
}

TEST(Ranking, NamesLanesThatAreWiredOtherwise) {
  const Unit& unit = hopper();
  const Sequence sequence(unit);
  const auto with = [&](const auto& change) {
    return ranking_of(unit, outputs_of(unit, 1, [&](Case row) {
                        change(row);
                        return evaluate(sequence, operands_of(row));
                      }));
  };
  const auto first = [](const Ranking& ranking) {
    return ranking.explains_all() ? ranking.best.front().changes.front() : "";
  };
  EXPECT_EQ(first(with([](Case& row) { std::swap(row[Operand::b][3], row[Operand::b][9]); })),
            "lanes 3 and 9 of one factor are exchanged");
  EXPECT_EQ(first(with([](Case& row) { row[Operand::a][7] = row[Operand::b][7] = 0; })),
            "lane 7 is dropped");
  EXPECT_EQ(first(with([](Case& row) { std::ranges::reverse(row[Operand::b]); })),
            "one factor's lanes are in reverse order");
}

// Where the order of additions counts, it matters whose lanes are exchanged.
TEST(Ranking, NamesExchangedLanesOfAChain) {
  const Unit& unit = catalog().find("cdna2/v_mfma_f32_32x32x8f16");
  const Sequence sequence(unit);
  for (const Operand factor : {Operand::a, Operand::b}) {
    const Ranking ranking = ranking_of(unit, outputs_of(unit, 1, [&](Case row) {
                                         std::swap(row[factor][0], row[factor][1]);
                                         return evaluate(sequence, operands_of(row));
                                       }));
    ASSERT_TRUE(ranking.explains_all());
    EXPECT_EQ(ranking.best.front().changes.front(), "lanes 0 and 1 of one factor are exchanged");
  }
}

// A fault that no field has: the fourth bit of d is stuck at 0. What comes nearest is ranked, and
// nothing is said to explain it.
TEST(Ranking, SaysWhatComesNearestWhereNothingExplains) {
  const Unit& unit = hopper();
  const Sequence sequence(unit);
  const Ranking ranking = ranking_of(unit, outputs_of(unit, 1, [&](const Case& row) {
                                       return evaluate(sequence, operands_of(row)) & ~8ULL;
                                     }));
  EXPECT_FALSE(ranking.explains_all());
  ASSERT_FALSE(ranking.best.empty());
  for (std::size_t i = 1; i < ranking.best.size(); ++i)
    EXPECT_LE(ranking.best[i - 1].left(ranking.wrong, ranking.right),
              ranking.best[i].left(ranking.wrong, ranking.right));
}

TEST(Ranking, FindsTwoWrongFields) {
  const PairCount count = rank_planted_pairs(3);
  EXPECT_EQ(count.pairs, 3);
  EXPECT_GE(count.first, 2);
}

TEST(Hotspots, AreWhereTheOutputsAreWrong) {
  const Unit& unit = hopper();
  const Sequence sequence(unit);
  const VectorFile outputs = outputs_of(unit, 1, [&](const Case& row) {
    const std::uint64_t d = evaluate(sequence, operands_of(row));
    return d == 0x7fffffff ? 0x7fc00000 : d;
  });
  const Hotspots hotspots = hotspots_of(sequence, differences_of(sequence, outputs));
  ASSERT_FALSE(hotspots.points.empty());
  EXPECT_EQ(hotspots.points.front().point, "result.nan");
  EXPECT_EQ(hotspots.points.front().wrong, hotspots.wrong);
  EXPECT_EQ(hotspots.points.front().right, 0u);
}

}  // namespace
}  // namespace mmasc::diagnosis
