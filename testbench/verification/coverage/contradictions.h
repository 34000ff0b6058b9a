// SPDX-License-Identifier: Apache-2.0
// Drawn and aimed vectors against what is said to be unreachable.
#pragma once

#include <gtest/gtest.h>

#include "mmasc/coverage/aim.h"
#include "mmasc/coverage/counter.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {

// A cover point that is met can be reached. Returns how many cover points are said to be
// unreachable.
inline int contradictions_tried(const Unit& unit, std::uint64_t count, std::uint64_t aimed) {
  const Generator generator(unit, 5);
  const Aim aim(generator);
  const CoverPoints points = cover_points_of(generator.sequence());
  Counter counter(generator.sequence(), points);
  const auto look = [&](const Case& row) {
    for (const int point : counter.meet(operands_of(row))) {
      const CoverPoint& met = points.list[static_cast<std::size_t>(point)];
      EXPECT_EQ(met.unreachable, "") << unit.instruction.id << ": " << met.name << ": " << row.name;
    }
    EXPECT_EQ(counter.d(), evaluate(generator.sequence(), operands_of(row))) << row.name;
  };
  for (const VectorClassInfo& info : kVectorClasses)
    for (std::uint64_t i = 0; i < count; ++i) look(generator.make(info.value, i));
  int unreachable = 0;
  for (int i = 0; i < static_cast<int>(points.list.size()); ++i) {
    const CoverPoint& point = points.list[static_cast<std::size_t>(i)];
    unreachable += point.unreachable.empty() ? 0 : 1;
    for (std::uint64_t j = 0; j < aimed; ++j) look(aim.at(point.goal, i, j));
  }
  return unreachable;
}

}  // namespace mmasc
