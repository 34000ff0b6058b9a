// SPDX-License-Identifier: Apache-2.0
// The Pareto front: the points that no other one beats in both of two numbers.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace mmasc {

// Indices of the points on the front, by rising first number. Less is better in both numbers; one
// of equal points is on the front.
std::vector<std::size_t> pareto_front(const std::vector<std::pair<double, double>>& points);

}  // namespace mmasc
