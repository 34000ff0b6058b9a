// SPDX-License-Identifier: Apache-2.0
// The cover points of what becomes of a total: each is met, and by aims alone, or cannot be
// reached.
#include "coverage/contradictions.h"
#include "coverage/covered.h"
#include "coverage/totals.h"
#include "mmasc/unit/unit_argument.h"

namespace mmasc {
namespace {

const std::string kFile = MMASC_DOCS "/../studies/examples/units/vortex.toml:vortex/tfr.f32.";

TEST(Totals, EveryCoverPointIsMet) {
  for (const Unit& unit : units_with_totals()) {
    SCOPED_TRACE(to_toml(unit));
    expect_covered(unit, 1, {.tries = 2000});
  }
  expect_covered(find_unit(kFile + "bf16"), 1, {.tries = 2000});
}

TEST(Totals, WhatIsUnreachableIsNeverMet) {
  int unreachable = 0;
  for (const Unit& unit : units_with_totals()) {
    SCOPED_TRACE(to_toml(unit));
    unreachable += contradictions_tried(unit, 60, 30);
  }
  for (const char* formats : {"f16", "tf32", "e4m3", "e5m2"})
    unreachable += contradictions_tried(find_unit(kFile + formats), 60, 30);
  EXPECT_GT(unreachable, 400);
}

// Returns how many of the unit's points with such an end there are; each is met by a few vectors
// that are aimed at it.
int aimed_at(const Unit& unit, std::string_view end) {
  constexpr std::uint64_t kTries = 300;
  const Generator generator(unit, 1);
  const Aim aim(generator);
  const CoverPoints points = cover_points_of(generator.sequence());
  Counter counter(generator.sequence(), points);
  int found = 0;
  for (int i = 0; i < static_cast<int>(points.list.size()); ++i) {
    const CoverPoint& point = points.list[static_cast<std::size_t>(i)];
    // Of a sum itself, not of a term: "dot.wraps".
    const bool is_meant = point.name.ends_with(end) && std::ranges::count(point.name, '.') == 1;
    if (!is_meant || !point.unreachable.empty()) continue;
    ++found;
    bool is_met = false;
    for (std::uint64_t j = 0; j < kTries && !is_met; ++j)
      is_met = std::ranges::binary_search(counter.meet(operands_of(aim.at(point.goal, i, j))), i);
    EXPECT_TRUE(is_met) << unit.instruction.id << ": " << point.name;
  }
  return found;
}

TEST(Totals, AFewAimedVectorsMeetWhatTheFieldsDo) {
  std::vector<Unit> units = units_with_totals();
  for (const char* formats : {"f16", "bf16", "tf32", "e4m3", "e5m2"})
    units.push_back(find_unit(kFile + formats));
  for (const char* end : {".e_max_is_raised", ".wraps", ".saturates", ".cut_changes_it",
                          ".loses_bits", ".cancels_to_an_exact_zero"}) {
    int found = 0;
    for (const Unit& unit : units) found += aimed_at(unit, end);
    EXPECT_GE(found, 2) << end;
  }
}

}  // namespace
}  // namespace mmasc
