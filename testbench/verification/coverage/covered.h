// SPDX-License-Identifier: Apache-2.0
// Rows of the catalogue, covered by the vectors that are drawn for them.
#pragma once

#include <gtest/gtest.h>

#include "mmasc/coverage/cover.h"

namespace mmasc {

// Every cover point of the unit that can be reached is met. Returns how many vectors that took.
inline std::size_t expect_covered(const Unit& unit, std::uint64_t seed,
                                  const CoverLimits& limits = {}) {
  const Generator generator(unit, seed);
  const CoverPoints points = cover_points_of(generator.sequence());
  Coverage coverage(unit, points);
  const std::vector<Case> cases = cover(generator, points, limits, coverage, [](auto) {});
  EXPECT_EQ(coverage.vectors(), cases.size());
  for (const Coverage::Entry* entry : coverage.unreached())
    ADD_FAILURE() << unit.instruction.id << ": " << entry->point;
  return cases.size();
}

}  // namespace mmasc
