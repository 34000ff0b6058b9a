// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/designs.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/sweep/points.h"

namespace mmasc {

std::vector<Design> designs_of(const ReportShape& shape,
                               const std::vector<const PointResult*>& points) {
  std::vector<Design> designs;
  for (const PointResult* point : points) {
    const std::string series = series_of(shape, *point);
    const auto x = x_of(shape, *point);
    auto found = std::ranges::find_if(
        designs, [&](const Design& design) { return design.series == series && design.x == x; });
    if (found == designs.end()) found = designs.insert(found, {series, x, {}});
    found->points.push_back(point);
  }
  return designs;
}

std::string name_of(const ReportShape& shape, const Design& design) {
  if (!design.x) return design.series;
  std::string x = fmt::format("{} = {}", *shape.x, *design.x);
  if (*design.x == 0 && !meaning_of_zero(*shape.x).empty())
    x += fmt::format(" ({})", meaning_of_zero(*shape.x));
  return shape.series.empty() ? x : fmt::format("{}, {}", design.series, x);
}

std::vector<std::vector<const Design*>> on_same_operands(
    const std::vector<const Design*>& designs) {
  std::vector<std::vector<const Design*>> groups;
  for (const Design* design : designs) {
    const auto group = std::ranges::find_if(groups, [&](const auto& other) {
      return other.front()->last().operands == design->last().operands;
    });
    if (group == groups.end())
      groups.push_back({design});
    else
      group->push_back(design);
  }
  return groups;
}

}  // namespace mmasc
