// SPDX-License-Identifier: Apache-2.0
// The tree of sums with its terms found: every product, c and sum is used exactly once, and every
// part has its size.
#pragma once

#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

// The numbers of the values that a term may name: the products, c, then the row's sums in order.
inline constexpr int kProducts = 0, kOwnC = 1, kFirstSum = 2;

struct ResolvedTerm {
  int source = kProducts;
  int element = 0;  // a product's lane, a sum's group
  const TermRow* row = nullptr;
};

struct ResolvedSum {
  const SumRow* row = nullptr;
  std::vector<std::vector<ResolvedTerm>> groups;
};

// One for each sum of the row, which they refer to. Throws RowError.
std::vector<ResolvedSum> resolve_sums(const Datapath& datapath);  // with all its lanes

// For the instruction's own lanes and scales. With a k shorter than the lanes, ranges end where the
// products do.
std::vector<ResolvedSum> resolve_sums(const Unit& unit);

}  // namespace mmasc
