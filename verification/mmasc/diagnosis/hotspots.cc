// SPDX-License-Identifier: Apache-2.0
#include "mmasc/diagnosis/hotspots.h"

#include <algorithm>

#include "mmasc/coverage/counter.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::diagnosis {

Hotspots hotspots_of(const Sequence& unit, const Differences& differences) {
  constexpr std::size_t kMostVectors = 500, kMostPoints = 8;
  const CoverPoints points = cover_points_of(unit);
  Counter counter(unit, points);
  std::vector<Hotspot> all(points.list.size());
  const auto count = [&](const Case& row, std::size_t Hotspot::*member) {
    for (const int met : counter.meet(operands_of(row)))
      ++(all[static_cast<std::size_t>(met)].*member);
  };
  Hotspots hotspots;
  hotspots.wrong = std::min(kMostVectors, differences.wrong.size());
  hotspots.right = std::min(kMostVectors, differences.right.size());
  for (std::size_t i = 0; i < hotspots.wrong; ++i)
    count(*differences.wrong[i * differences.wrong.size() / hotspots.wrong].vector,
          &Hotspot::wrong);
  for (std::size_t i = 0; i < hotspots.right; ++i)
    count(*differences.right[i * differences.right.size() / hotspots.right], &Hotspot::right);
  const auto share = [](std::size_t met, std::size_t of) {
    return of == 0 ? 0.0 : static_cast<double>(met) / static_cast<double>(of);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].point = points.list[i].name;
    if (share(all[i].wrong, hotspots.wrong) > share(all[i].right, hotspots.right))
      hotspots.points.push_back(all[i]);
  }
  std::ranges::stable_sort(hotspots.points, std::greater(), [&](const Hotspot& one) {
    return share(one.wrong, hotspots.wrong) - share(one.right, hotspots.right);
  });
  if (hotspots.points.size() > kMostPoints) hotspots.points.resize(kMostPoints);
  return hotspots;
}

}  // namespace mmasc::diagnosis
