// SPDX-License-Identifier: Apache-2.0
// Crosses of a lane's element with c: which there are, when they are met, and that every one that
// is not called unreachable is met.
#include <gtest/gtest.h>

#include "mmasc/coverage/counter.h"
#include "mmasc/coverage/cover.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/vectors/case_operands.h"
#include "thrown.h"

namespace mmasc {
namespace {

constexpr const char* kCrossed = "volta/mma.m8n8k4.f32.f16.f16.f32";

std::set<std::string> crosses_met(const Unit& unit, const Case& row) {
  const Sequence sequence(unit);
  const CoverPoints points = cover_points_of(sequence, true);
  Counter counter(sequence, points);
  std::set<std::string> met;
  for (const int point : counter.meet(operands_of(row)))
    if (points.list[static_cast<std::size_t>(point)].goal.kind == Goal::Kind::cross)
      met.insert(points.list[static_cast<std::size_t>(point)].name);
  return met;
}

TEST(Crosses, StandBehindAllOthers) {
  for (const char* id : {kCrossed, "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"}) {
    const Sequence sequence(catalog().find(id));
    const CoverPoints without = cover_points_of(sequence), with = cover_points_of(sequence, true);
    ASSERT_LT(without.list.size(), with.list.size());
    for (std::size_t i = 0; i < without.list.size(); ++i)
      EXPECT_EQ(without.list[i].name, with.list[i].name);
  }
  // 4 lanes, 2 operands, 4 classes of elements, 5 of c.
  const CoverPoints points = cover_points_of(Sequence(catalog().find(kCrossed)), true);
  EXPECT_EQ(std::ranges::count_if(
                points.list,
                [](const CoverPoint& point) { return point.goal.kind == Goal::Kind::cross; }),
            4 * 2 * 4 * 5);
}

TEST(Crosses, AreMetByTheClassesOfElementAndC) {
  const Unit& unit = catalog().find(kCrossed);
  Case row(layout_of(unit));
  row[Operand::a] = {0x3c00, 0x3c00, 0x7e00, 0x3c00};
  row[Operand::b] = {0x3c00, 0x0001, 0x3c00, 0x8000};
  row.c() = 0x80000000;
  EXPECT_EQ(crosses_met(unit, row),
            (std::set<std::string>{"lane[2].a.nan x c.zero", "lane[1].b.subnormal x c.zero",
                                   "lane[3].b.zero x c.zero"}));
  row.c() = 0x7fc00000;
  EXPECT_TRUE(crosses_met(unit, row).contains("lane[2].a.nan x c.nan"));
  row[Operand::b][0] = 0xfc00;  // the NaN is not alone
  row.c() = 0x00000001;
  EXPECT_EQ(crosses_met(unit, row), (std::set<std::string>{"lane[1].b.subnormal x c.subnormal",
                                                           "lane[3].b.zero x c.subnormal"}));
  row[Operand::a][2] = 0;
  row.c() = 0xff800000;
  EXPECT_TRUE(crosses_met(unit, row).contains("lane[0].b.infinity x c.infinity"));
}

TEST(Crosses, WhatAFormatLacksIsUnreachableOnce) {
  const CoverPoints points =
      cover_points_of(Sequence(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")), true);
  std::vector<std::string> why;
  for (const CoverPoint& point : points.list)
    if (point.name.starts_with("lane[*]")) why.push_back(point.name + ": " + point.unreachable);
  EXPECT_EQ(why, (std::vector<std::string>{"lane[*].a.infinity x c: e4m3 has no infinity",
                                           "lane[*].b.infinity x c: e4m3 has no infinity"}));
}

TEST(Crosses, CountsWithAndWithoutDoNotAddUp) {
  const Unit& unit = catalog().find(kCrossed);
  const Sequence sequence(unit);
  Coverage with(unit, cover_points_of(sequence, true)), without(unit, cover_points_of(sequence));
  EXPECT_EQ(error_of<InputError>([&] { without.merge(with, "x.json"); }),
            "x.json: this file alone counts crosses; count both with --cross, or without");
  EXPECT_THROW(with.merge(without, "y.json"), InputError);
}

// A format lacks a class if, and only if, none of its patterns is of it.
TEST(Crosses, FormatsLackWhatNoPatternIs) {
  for (const Format& format : shipped_formats()) {
    std::set<ElementClass> found;
    if (format.storage_bits() <= 16) {
      for (std::uint64_t bits = 0; bits <= format.storage_mask(); ++bits)
        found.insert(class_of(format, bits));
    } else {  // every exponent and the ends of the fractions
      Random random(1);
      for (int i = 0; i < 20000; ++i) {
        const std::uint64_t bits = random.next() & format.storage_mask();
        for (const std::uint64_t low : {bits, bits & ~std::uint64_t{0xffffff}, bits >> 24})
          found.insert(class_of(format, low));
      }
      found.insert(class_of(format, 0));
      if (format.has_infinity())
        found.insert(
            class_of(format, std::uint64_t(format.top_exponent_field()) << format.exponent_low()));
    }
    for (const ElementClass of : kElementClasses)
      EXPECT_EQ(lack_of(format, of).empty(), found.contains(of))
          << format.name << " " << name_of(of);
  }
}

// Of rows of every kind: chains, sparse and scaled operands, integers, formats without zero.
TEST(Crosses, AllAreMet) {
  std::set<std::string> kinds;
  for (const Unit& unit : catalog().units()) {
    const Instruction& row = unit.instruction;
    const std::string kind = std::string(row.a->name) + " " + std::string(row.b->name) + " " +
                             std::string(row.c->name) + (row.sparsity ? " sparse" : "") +
                             (row.scale ? " scaled" : "") +
                             (row.tensor_scale != nullptr ? " tensor" : "");
    if (row.shape.k > 32 || !kinds.insert(kind).second) continue;
    SCOPED_TRACE(row.id);
    const Generator generator(unit, 1);
    const CoverPoints all = cover_points_of(generator.sequence(), true);
    CoverPoints crosses = all;
    for (CoverPoint& point : crosses.list)  // no others are aimed at
      if (point.goal.kind != Goal::Kind::cross && point.unreachable.empty())
        point.unreachable = "not asked";
    Coverage coverage(unit, crosses);
    const CoverLimits limits{{VectorClass::random}, 1, 200};
    const auto cases = cover(generator, crosses, limits, coverage, [](auto) {});
    for (const Coverage::Entry* entry : coverage.unreached()) ADD_FAILURE() << entry->point;
    EXPECT_FALSE(cases.empty());
  }
  EXPECT_GT(kinds.size(), 60u);
}

}  // namespace
}  // namespace mmasc
