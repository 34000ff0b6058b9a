// SPDX-License-Identifier: Apache-2.0
// What would make a unit give someone else's outputs: one changed field, two, or lanes that are
// wired otherwise; ranked by the share of the differences that each explains.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mmasc/diagnosis/differences.h"

namespace mmasc::diagnosis {

struct Explanation {
  std::vector<std::string> changes;  // in words, each
  std::size_t explained = 0;         // of the wrong vectors that were tried
  std::size_t broken = 0;            // of the right ones: no longer theirs

  // What is not explained, or would be wrong then.
  double left(std::size_t wrong, std::size_t right) const {
    return 1 - static_cast<double>(explained) / static_cast<double>(wrong) +
           (right == 0 ? 0 : static_cast<double>(broken) / static_cast<double>(right));
  }
};

struct Ranking {
  std::size_t wrong = 0, right = 0;  // vectors that were tried
  std::vector<Explanation> best;     // the one that leaves least first, of these the simplest
  bool explains_all() const {
    return !best.empty() && best.front().explained == wrong && best.front().broken == 0;
  }
};

// Changes of one field, numbers moved by up to `reach`; lanes dropped, or those of a or b exchanged
// or in reverse order, of units without scales and sparsity; and, where none of these explains all,
// pairs of fields. Up to 400 vectors of each kind are tried. `between` is called now and then; what
// it throws comes through. A unit with stages of its own has no ranking.
Ranking ranked(
    const Unit& unit, const VectorFile& outputs, const Differences& differences, int reach,
    const std::function<void()>& between = [] {});

}  // namespace mmasc::diagnosis
