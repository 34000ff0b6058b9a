// SPDX-License-Identifier: Apache-2.0
// Non-negative least squares of few unknowns.
#pragma once

#include <vector>

namespace mmasc {

// At most as many unknowns; time doubles with each.
inline constexpr std::size_t kMaxUnknowns = 12;

// The x >= 0 for which the sum of (rows[i] . x - targets[i])^2 is least: of all subsets of the
// unknowns the best whose own least-squares solution has no negative element, the others zero. Rows
// are of one length; an unknown that no row has is zero.
std::vector<double> fit_nonnegative(const std::vector<std::vector<double>>& rows,
                                    const std::vector<double>& targets);

}  // namespace mmasc
