// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/front.h"

#include <algorithm>
#include <numeric>

namespace mmasc {

std::vector<std::size_t> pareto_front(const std::vector<std::pair<double, double>>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return points[i]; });
  std::vector<std::size_t> front;
  for (const std::size_t i : order)
    if (front.empty() || points[i].second < points[front.back()].second) front.push_back(i);
  return front;
}

}  // namespace mmasc
