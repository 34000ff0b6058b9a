// SPDX-License-Identifier: Apache-2.0
// The sums of a plan as the tree that a picture draws: what repeats is folded.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

struct DatapathNode {
  enum class Kind { product, c, sum, fold };
  Kind kind = Kind::product;
  int index = 0;  // the lane, or the sum in Plan::sums
  int count = 1;  // of a fold: how many nodes alike it stands for
  int level = 0;  // of a sum; of a fold, the deepest of what it stands for
  // How a term of a sum is aligned there; a fold has that of its neighbours.
  const AddendGroup* alignment = nullptr;
  std::vector<DatapathNode> terms;
};

// The root: the sum that gives d.
DatapathNode datapath_tree(const Plan& plan);

// Whether sums draw as the same picture, but for lanes and indices.
bool alike(const DatapathNode& x, const DatapathNode& y);

}  // namespace mmasc
