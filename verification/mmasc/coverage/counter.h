// SPDX-License-Identifier: Apache-2.0
// Which cover points one vector meets, by what the specification tells.
#pragma once

#include <optional>
#include <vector>

#include "mmasc/coverage/cover_points.h"
#include "mmasc/specification/specification.h"

namespace mmasc {

class Counter {
 public:
  // Both must outlive it.
  Counter(const Sequence& sequence, const CoverPoints& points);

  // The numbers of the cover points that this dot-product-add meets in any of its steps, each once,
  // in ascending order. Valid until the next call.
  const std::vector<int>& meet(const DotOperands& in);
  std::uint64_t d() const { return d_; }  // of the last vector

 private:
  void count_lanes(const DotOperands& in);
  void count_crosses(const DotOperands& in);

  const Sequence& sequence_;
  const Specification specification_;
  StepRules rules_;  // of a step, and of the addition of a late c
  std::optional<StepRules> rules_of_late_c_;
  const CoverPoints& points_;
  Lanes lanes_;
  std::vector<int> met_;
  std::uint64_t d_ = 0;
};

}  // namespace mmasc
