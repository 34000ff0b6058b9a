// SPDX-License-Identifier: Apache-2.0
// Parts of a unit to be synthesised by themselves.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/segments.h"

namespace mmasc {

// The only instance of a module kLoneTop, without its ports: a stage's at its parameters, or a
// module of several stages, wired as in the unit. No name depends on the place in the unit.
struct LoneModule {
  std::string name;  // in the unit, "u_aligner_0", of the first instance
  std::string text;
};
inline constexpr const char* kLoneTop = "mmasc_lone";

// A segment of one stage has a module for each of the stage's instances, which stand side by side;
// a segment of several has one.
struct RtlSegment {
  Segment stages;
  std::vector<LoneModule> modules;
};

}  // namespace mmasc
