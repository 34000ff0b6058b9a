// SPDX-License-Identifier: Apache-2.0
// The number system of vector lanes from inside, for each set of vector instructions.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mmasc/arith/machine_numbers.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

template <class Raw, class Bit, int kMostRandom>
struct OperandsOf;  // payload.h, which each target includes with its own instructions

struct LaneStages {
  std::string_view name;  // as LaneTarget's
  int lanes = 0;
  // For each lane, the fields that visit_stage_fields() visits. As many operations as lanes.
  std::vector<std::vector<std::uint64_t>> (*fields)(
      const Plan&, std::span<const OperandsOf<Numbers64::raw, Numbers64::bit, kMaxRandom>>);
  // The leading zeros of fields of `width` bits; as many words as lanes.
  std::vector<std::int64_t> (*leading_zeros)(std::span<const std::uint64_t>, int width);
};

// One for each of lane_targets(), in its order.
std::vector<LaneStages> lane_stages();

}  // namespace mmasc
