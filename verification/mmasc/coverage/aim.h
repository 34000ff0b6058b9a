// SPDX-License-Identifier: Apache-2.0
// Vectors drawn for one cover point: what the classes meet too seldom. A vector depends on the
// seed, the cover point and its number alone.
#pragma once

#include <cstdint>
#include <optional>

#include "mmasc/coverage/cover_points.h"
#include "mmasc/coverage/leaves.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

class Aim {
 public:
  // The generator must outlive it.
  explicit Aim(const Generator& generator);

  // Without name and d. `point` is the number of the cover point in its list.
  Case at(const Goal& goal, int point, std::uint64_t index) const;

 private:
  const Generator& generator_;
  const PlanRanges ranges_;
  std::optional<PlanRanges> of_late_c_;
  const LeafTable leaves_;
};

}  // namespace mmasc
