// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/moves.h"

#include <gtest/gtest.h>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/fields.h"

namespace mmasc::identify {
namespace {

std::set<std::string> fields_of(const std::vector<Move>& moves) {
  std::set<std::string> fields;
  for (const Move& move : moves) fields.insert(move.field);
  return fields;
}

template <class Row>
void expect_moved(const std::set<std::string>& moved, const std::string& path,
                  const std::set<std::string_view>& but) {
  for (const std::string_view key : keys_of<Row>())
    EXPECT_EQ(moved.contains(path + std::string(key)), !but.contains(key)) << path << key;
}

// A field that is added to a row is moved, too: what is named here names or holds other rows.
TEST(Moves, AreOfEveryField) {
  Unit unit = catalog().find("cdna2/v_mfma_f32_32x32x8f16");
  unit.datapath.result.prerounding = Prerounding{24, Rounding::toward_zero};
  const auto moved = fields_of(moves_of(unit, Reach::all, {0x7fc00000}));
  expect_moved<SumRow>(moved, "pairs.", {"name", "terms"});
  expect_moved<TermRow>(moved, "pairs.terms[0].", {"from"});
  expect_moved<FlushRow>(moved, "flush.", {});
  expect_moved<ProductRow>(moved, "product.", {});
  expect_moved<ResultRow>(moved, "result.", {"format"});
  expect_moved<Prerounding>(moved, "result.prerounding.", {});
  expect_moved<Datapath>(moved, "", {"flush", "product", "sum", "result", "stages", "undecided"});
}

TEST(Moves, EachGiveAnotherRow) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  std::size_t before = 0;
  for (const Reach reach : {Reach::next, Reach::near, Reach::all}) {
    const auto moves = moves_of(unit, reach, {});
    EXPECT_GT(moves.size(), before);
    before = moves.size();
    std::set<std::pair<std::string, std::string>> seen;
    for (const Move& move : moves) {
      const Unit other = move.of(unit);
      EXPECT_FALSE(other.datapath == unit.datapath && other.instruction == unit.instruction)
          << move.field << " = " << move.value;
      EXPECT_TRUE(seen.emplace(move.field, move.value).second) << move.field << " " << move.value;
    }
  }
}

}  // namespace
}  // namespace mmasc::identify
