// SPDX-License-Identifier: Apache-2.0
// Which corners one vector meets, from the values of the stage functions themselves.
#pragma once

#include <vector>

#include "coverage/corners.h"

namespace mmasc {

class Counter {
 public:
  // Both must outlive it.
  Counter(const Sequence& sequence, const Corners& corners);

  // The numbers of the corners that this dot-product-add meets in any of its steps, each once, in
  // ascending order. Valid until the next call.
  const std::vector<int>& meet(const DotOperands& in);
  std::uint64_t d() const { return d_; }  // of the last vector

 private:
  const Sequence& sequence_;
  const Corners& corners_;
  std::vector<int> met_;
  std::uint64_t d_ = 0;
};

}  // namespace mmasc
