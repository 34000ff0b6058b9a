// SPDX-License-Identifier: Apache-2.0
// A summation tree: which terms are added at once.
#pragma once

#include <string>
#include <vector>

#include "mmasc/probes/bench.h"

namespace mmasc::probes {

struct Tree {
  Place place = 0;               // of a leaf
  std::vector<Tree> children{};  // none: a leaf
  // Nothing is lost between the children, however far apart they are. Told only of three or more:
  // nothing can be lost in a sum of two that a third term would show.
  bool exact = false;

  bool leaf() const { return children.empty(); }
  std::vector<Place> leaves() const;
};

// Single children become their parent, a sum of two is not exact, children are in order.
Tree canonical(Tree tree);

// The first sum of two products or more, in the order of the chain; null where there is none.
const Tree* first_fused(const Tree& tree);
std::vector<Place> products_of(const Tree& sum);  // those that are its own terms

// On one line: "((0-7 c) 8-15)", sums in parentheses, "exact(...)" where nothing is lost.
std::string to_text(const Tree& tree);

// One line a sum, and one for the leaves of each.
std::vector<std::string> drawing(const Tree& tree);

// lost[i][j]: how many of the other leaves do not survive where leaf i is huge and leaf j minus
// it. No children where no tree explains the counts.
Tree infer_tree(const std::vector<Place>& leaves, const std::vector<std::vector<int>>& lost);

}  // namespace mmasc::probes
