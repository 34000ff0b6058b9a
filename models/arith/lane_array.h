// SPDX-License-Identifier: Apache-2.0
// The payloads of one plan's registers for operations side by side, an operation a lane: units in
// a row, `lanes` of a target to a group. When a register takes is its owner's business.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "arith/sequence_plan.h"

namespace mmasc {

class LaneArray {
 public:
  // A lane's field: its bits from bit `low` of `base` on, which has so many bytes.
  using PlaceVisitor = std::function<void(const void* base, int low, int bytes)>;

  virtual ~LaneArray() = default;

  // In the following, bit i of `lanes` is lane i of a group; the other lanes stay as they are.

  // The operands before the first stage, of step `step` of the lanes' operations. `in` and
  // `chained` have an element for each lane, of which those beside `lanes` are not looked at.
  virtual void load(int group, unsigned lanes, int step, std::span<const DotOperands> in,
                    std::span<const std::uint64_t> chained) = 0;
  // A rank of a stage takes what stands before it: rank 0, what the stage makes of it.
  virtual void take(int stage, int rank, int group, unsigned lanes) = 0;
  virtual std::uint64_t d(int unit) const = 0;
  // The fields of a unit's register, in the order of payload_fields(). They stay where they are.
  virtual void visit_places(int stage, int rank, int unit, const PlaceVisitor& visit) const = 0;
};

}  // namespace mmasc
