// SPDX-License-Identifier: Apache-2.0
// Which operands a term of a step is made of.
#pragma once

#include <vector>

#include "mmasc/ranges/ranges.h"

namespace mmasc {

using Leaves = std::vector<int>;  // lanes of products; the number of lanes stands for c

class LeafTable {
 public:
  explicit LeafTable(const PlanRanges& ranges);

  // The leaves of each term of a group of a sum, and of a whole sum.
  const std::vector<Leaves>& terms(int sum, int group) const {
    return sums_[static_cast<std::size_t>(sum)][static_cast<std::size_t>(group)];
  }
  Leaves all(int sum) const;
  int groups(int sum) const {
    return static_cast<int>(sums_[static_cast<std::size_t>(sum)].size());
  }
  // How far above its own is the exponent with which a leaf, alone in its term, takes part in a
  // sum's e_max.
  int offset_in_e_max(int sum, int leaf) const {
    return offsets_[static_cast<std::size_t>(sum)][static_cast<std::size_t>(leaf)];
  }
  // Whether a leaf's sign is the other one where it enters a sum.
  bool negated(int sum, int leaf) const {
    return negated_[static_cast<std::size_t>(sum)][static_cast<std::size_t>(leaf)];
  }

 private:
  std::vector<std::vector<std::vector<Leaves>>> sums_;  // by sum, group, term
  std::vector<std::vector<int>> offsets_;               // by sum, leaf
  std::vector<std::vector<bool>> negated_;
};

}  // namespace mmasc
