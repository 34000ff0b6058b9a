// SPDX-License-Identifier: Apache-2.0
// What a sum may do besides adding its aligned terms, changed by a little: the grid of e_max, an
// accumulator, a cut, what a cancelled sum is, a sticky bit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

struct TotalChange {
  std::string field;  // within the sum: "accumulator"
  std::string was, is;
  const char* stage;  // "aligner", "adder_tree"
  std::function<void(SumRow&)> apply;
};

// Of what the row says, within the sum that the plan has: to neighbours, numbers by up to `reach`
// either way, and to none of it.
std::vector<TotalChange> changes_of_total(const SumRow& row, const Plan& plan, int reach);

// Where the row says nothing: the smallest grids; an accumulator a bit or two too narrow for the
// sum that the plan has; a cut of one bit; a zero, and a sticky bit.
std::vector<TotalChange> changes_to_total(const SumRow& row, const Plan& plan);

}  // namespace mmasc
