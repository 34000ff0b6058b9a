// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/planned.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/unit/error.h"

namespace mmasc {

const Point* PlannedResults::point_of(const PointResult& result) const {
  const auto index = static_cast<std::size_t>(result.index);
  return index < points.size() && points[index].hash == result.point ? &points[index] : nullptr;
}

PlannedResults plan_again(const Results& results, const Progress& progress) {
  PlannedResults planned;
  try {
    planned.points = plan_points(results.study, results.planned, progress);
  } catch (const InputError& error) {
    planned.notice =
        fmt::format("The study's units and operands cannot be read again: {}", error.what());
    return planned;
  }
  const auto changed = std::ranges::count_if(results.points, [&](const PointResult& result) {
    return planned.point_of(result) == nullptr;
  });
  if (changed > 0)
    planned.notice = fmt::format(
        "Of {} of {} points the unit or a file of operands was changed after the sweep, or another "
        "version computed them: their numbers are those of the sweep, and their datapaths are not "
        "drawn.",
        changed, results.points.size());
  return planned;
}

}  // namespace mmasc
