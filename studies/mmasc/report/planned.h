// SPDX-License-Identifier: Apache-2.0
// A study planned anew beside its results: the units and operands that there are now, and whether
// these are still what the results were computed with.
#pragma once

#include <string>
#include <vector>

#include "mmasc/sweep/points.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

struct PlannedResults {
  std::vector<Point> points;  // of the whole study; empty where it cannot be planned
  std::string notice;         // what is amiss; empty: nothing

  // Null where the result's point is not as it was: its unit, or a file of its operands.
  const Point* point_of(const PointResult& result) const;
};

PlannedResults plan_again(const Results& results, const Progress& progress = {});

}  // namespace mmasc
