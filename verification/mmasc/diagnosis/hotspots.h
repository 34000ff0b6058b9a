// SPDX-License-Identifier: Apache-2.0
// Where in a unit someone else's outputs go wrong: the cover points that wrong vectors meet and
// right ones do not.
#pragma once

#include <string>
#include <vector>

#include "mmasc/diagnosis/differences.h"

namespace mmasc::diagnosis {

struct Hotspot {
  std::string point;                 // "dot.c.shift_9"
  std::size_t wrong = 0, right = 0;  // vectors of each kind that meet it
};
struct Hotspots {
  std::size_t wrong = 0, right = 0;  // vectors that were looked at
  std::vector<Hotspot> points;       // where the two shares are furthest apart, at most eight
};

Hotspots hotspots_of(const Sequence& unit, const Differences& differences);

}  // namespace mmasc::diagnosis
