// SPDX-License-Identifier: Apache-2.0
// The payloads of one plan's registers for operations side by side, an operation a lane: units in
// a row, `lanes` of a target to a group. When a register takes is its owner's business.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/operands.h"

namespace mmasc {

inline constexpr int kMostLanes = 8;  // of any target

class LaneArray {
 public:
  // A lane's field: its bits from bit `low` of `base` on, which has so many bytes.
  using PlaceVisitor = std::function<void(const void* base, int low, int bytes)>;

  virtual ~LaneArray() = default;

  // The operands that are offered to a group's units, lane by lane. The elements are where
  // DotOperands has them.
  struct Inputs {
    PerInput<std::array<const std::uint64_t*, kMostLanes>> elements;
    std::uint64_t c[kMostLanes], chained[kMostLanes];
    int step[kMostLanes];  // of the program; its number of steps: the late addition
  };

  // In the following, bit i of `lanes` is lane i of a group; the other lanes stay as they are.

  // A rank of a stage takes what stands before it: rank 0, what the stage makes of it. Before the
  // first stage stand the inputs, which are looked at only then.
  virtual void take(int stage, int rank, int group, unsigned lanes, const Inputs& inputs) = 0;
  virtual std::uint64_t d(int unit) const = 0;
  // The fields of a unit's register, in the order of payload_fields(). They stay where they are.
  virtual void visit_places(int stage, int rank, int unit, const PlaceVisitor& visit) const = 0;
};

}  // namespace mmasc
