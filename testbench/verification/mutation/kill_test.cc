// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/kill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "arith/operands.h"
#include "mmasc/coverage/cover.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "stimulus/drawn_cases.h"

namespace mmasc {
namespace {

constexpr const char* kFp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";

std::vector<std::string> no_arguments(const MutantKiller& killer) {
  return std::vector<std::string>(killer.verdicts().size());
}

const Verdict& verdict_of(const MutantKiller& killer, const std::string& text) {
  for (const Verdict& verdict : killer.verdicts())
    if (verdict.mutant.text() == text) return verdict;
  ADD_FAILURE() << text;
  return killer.verdicts().front();
}

TEST(MutantKiller, AVectorTellsTheTwoApart) {
  const Unit& unit = catalog().find(kFp8);
  MutantKiller killer(unit);
  killer.search(1, 8, no_arguments(killer));
  const Sequence sequence(unit);
  int killed = 0;
  for (const Verdict& verdict : killer.verdicts()) {
    if (!verdict.killed_by) continue;
    ++killed;
    EXPECT_EQ(evaluate(sequence, view(*verdict.killed_by)), verdict.killed_by->d());
    EXPECT_EQ(MutantSequence(verdict.mutant).evaluate(view(*verdict.killed_by)), verdict.mutant_d);
    EXPECT_NE(verdict.mutant_d, verdict.killed_by->d()) << verdict.mutant.text();
    EXPECT_TRUE(verdict.by_search);
  }
  EXPECT_GT(killed, 40);
}

// A vector that the search drew for the unit is `mmasc gen`'s of the class and index in its name.
// Those of the classes that the search alone draws are among them, random elements and all.
TEST(MutantKiller, WhatTheSearchDrawsGenDrawsToo) {
  const Unit unit =
      catalog().find(kFp8).with("result.rounding", R"({ mode = "stochastic", random_bits = 8 })");
  MutantKiller killer(unit);
  constexpr std::uint64_t kSeed = 1;
  killer.search(kSeed, 3, no_arguments(killer));
  const Generator generator(unit, kSeed);
  int again = 0;
  for (const Verdict& verdict : killer.verdicts()) {
    if (!verdict.killed_by) continue;
    const Case& row = *verdict.killed_by;
    ASSERT_EQ(row[Operand::random].size(), 1u) << row.name;
    const auto slash = row.name.find('/');
    const VectorClassInfo* info = find_vector_class(row.name.substr(0, slash));
    if (info == nullptr || info->is_default) continue;
    const Case drawn = generator.make(info->value, std::stoull(row.name.substr(slash + 1)));
    again += drawn[Operand::a] == row[Operand::a] && drawn[Operand::b] == row[Operand::b] &&
             drawn.c() == row.c() && drawn[Operand::random] == row[Operand::random];
  }
  EXPECT_GT(again, 0);
}

TEST(MutantKiller, GivenVectorsComeFirst) {
  const Unit& unit = catalog().find(kFp8);
  MutantKiller killer(unit);
  killer.take({}, NanMatch::exact);
  const std::string text = "dot.fraction_bits = 14 instead of 13, aligner";
  EXPECT_FALSE(verdict_of(killer, text).killed_by);
  killer.take(answered_cases(unit, VectorClass::edge, 100, 9), NanMatch::exact);
  ASSERT_TRUE(verdict_of(killer, text).killed_by);
  EXPECT_FALSE(verdict_of(killer, text).by_search);
}

// They would kill whatever mutant they are right about.
// One lane that takes NaN, Inf, a subnormal number or -0 for a number, and leading zeros miscounted
// in the shortest and in the longest sums.
TEST(MutantKiller, ACoveringSetTellsEveryLaneAndTheEndsOfTheNormalizersShift) {
  for (const char* id :
       {"volta/mma.m8n8k4.f32.f16.f16.f32", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"}) {
    const Unit& unit = catalog().find(id);
    MutantKiller killer(unit);
    killer.take(cover(Generator(unit, 1)).cases, NanMatch::exact);
    int lanes = 0, counts = 0;
    for (const Verdict& verdict : killer.verdicts()) {
      const bool is_count = verdict.mutant.field == "dot.leading_zeros";
      if (!verdict.mutant.lane && !is_count) continue;
      (is_count ? counts : lanes) += 1;
      EXPECT_TRUE(verdict.killed_by) << id << ": " << verdict.mutant.text();
    }
    EXPECT_EQ(lanes, unit.lanes() * (unit.instruction.a->has_infinity() ? 8 : 6));
    EXPECT_EQ(counts, 2);
  }
}

TEST(MutantKiller, RefusesVectorsOfAnotherUnit) {
  const Unit& unit = catalog().find(kFp8);
  const Sequence other(unit.with("dot.fraction_bits", 17));
  const auto cases = answered_cases(unit, VectorClass::edge, 100, 9, &other);
  MutantKiller killer(unit);
  EXPECT_THROW(killer.take(cases, NanMatch::exact, "h2.vec"), InputError);
  for (const Verdict& verdict : killer.verdicts()) EXPECT_FALSE(verdict.killed_by);
}

TEST(MutantKiller, TakesAnyNanWhereTheFileKnowsNoMore) {
  const Unit& unit = catalog().find(kFp8);
  const Generator generator(unit, 1);
  Case row = generator.make(VectorClass::edge, 0);
  std::ranges::fill(row[Operand::a], 0x7f);  // NaN
  row.d() = evaluate(generator.sequence(), view(row)) ^ 1;
  MutantKiller killer(unit);
  EXPECT_NO_THROW(killer.take({&row, 1}, NanMatch::any));
  EXPECT_THROW(killer.take({&row, 1}, NanMatch::exact), InputError);
}

// 4 products and c of Volta: 18 in units of the largest exponent, of which drawn operands reach 16
// only where all are full.
TEST(MutantKiller, AnAdderOneBitNarrowerIsKilledByTheClassThatFillsIt) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const auto kills = [&](VectorClass drawn) {
    MutantKiller killer(unit);
    killer.take(answered_cases(unit, drawn, 200, 1), NanMatch::exact);
    std::size_t adders = 0, killed = 0;
    for (const Verdict& verdict : killer.verdicts()) {
      if (!verdict.mutant.field.ends_with("adder_bits") || !verdict.mutant.sum->why_equal.empty())
        continue;
      ++adders;
      killed += verdict.killed_by ? 1u : 0u;
    }
    EXPECT_GT(adders, 0u);
    return killed == adders;
  };
  EXPECT_TRUE(kills(VectorClass::full));
  EXPECT_FALSE(kills(VectorClass::normal));
}

}  // namespace
}  // namespace mmasc
