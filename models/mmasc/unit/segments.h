// SPDX-License-Identifier: Apache-2.0
// A path runs through the stages between two ranks of registers: a segment.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/plan.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {

// Stages of a plan that follow one another, of which the last alone has registers.
struct Segment {
  int first = 0, last = 0;
  int size() const { return last - first + 1; }
  friend bool operator==(const Segment&, const Segment&) = default;
};

// All stages, in order. A unit's last stage has registers.
inline std::vector<Segment> segments_of(const Plan& plan) {
  std::vector<Segment> segments;
  int first = 0;
  for (int i = 0; i < plan.stages.size(); ++i) {
    if (plan.stages[i].registers == 0 && !plan.stages[i].last) continue;
    segments.push_back({first, i});
    first = i + 1;
  }
  return segments;
}

// "aligner_0", or "aligner_0 to adder_tree_0_1".
inline std::string segment_name(const Plan& plan, const Segment& segment) {
  const std::string last = stage_name(plan.stages[segment.last]);
  if (segment.size() == 1) return last;
  return stage_name(plan.stages[segment.first]) + " to " + last;
}

}  // namespace mmasc
