// SPDX-License-Identifier: Apache-2.0
// The Pareto front: the points that no other one beats in both of two numbers.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace mmasc {

// Less is better in both. Of equal points one is on the front. Indices by rising first number.
std::vector<std::size_t> pareto_front(const std::vector<std::pair<double, double>>& points);

}  // namespace mmasc
