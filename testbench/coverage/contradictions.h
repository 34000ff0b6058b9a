// SPDX-License-Identifier: Apache-2.0
// Drawn and aimed vectors against what is said to be unreachable.
#pragma once

#include <gtest/gtest.h>

#include "coverage/aim.h"
#include "coverage/counter.h"
#include "generate/case_operands.h"
#include "generate/generator.h"

namespace mmasc {

// A corner that is met can be reached. Returns how many corners are said to be unreachable.
inline int contradictions_tried(const Unit& unit, std::uint64_t count, std::uint64_t aimed) {
  const Generator generator(unit, 5);
  const Corners corners = corners_of(generator.sequence());
  Counter counter(generator.sequence(), corners);
  const auto look = [&](const Case& row) {
    for (const int corner : counter.meet(operands_of(row))) {
      const Corner& met = corners.list[static_cast<std::size_t>(corner)];
      EXPECT_EQ(met.unreachable, "") << unit.instruction.id << ": " << met.name << ": " << row.name;
    }
    EXPECT_EQ(counter.d(), evaluate(generator.sequence(), operands_of(row))) << row.name;
  };
  for (const VectorClassInfo& info : kVectorClasses)
    for (std::uint64_t i = 0; i < count; ++i) look(generator.make(info.value, i));
  int unreachable = 0;
  for (int i = 0; i < static_cast<int>(corners.list.size()); ++i) {
    const Corner& corner = corners.list[static_cast<std::size_t>(i)];
    unreachable += corner.unreachable.empty() ? 0 : 1;
    for (std::uint64_t j = 0; j < aimed; ++j)
      look(aimed_case(generator.sequence(), corner.goal, generator.seed(), i, j));
  }
  return unreachable;
}

}  // namespace mmasc
