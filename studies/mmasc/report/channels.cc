// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/channels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mmasc {
namespace {

bool holds(const std::vector<std::string>& axes, const std::string& axis) {
  return std::ranges::find(axes, axis) != axes.end();
}

}  // namespace

PlotChannels channels_of(const ReportShape& shape, const std::string& x, OtherConditions others) {
  PlotChannels channels;
  if (!shape.facet.empty() && shape.facet != x) channels.panels = {shape.facet};
  if (!shape.colour.empty() && shape.colour != x && !holds(channels.panels, shape.colour))
    channels.colours = {shape.colour};
  const bool has_colour = !channels.colours.empty();
  const auto is_free = [&](const std::string& axis) {
    return axis != x && !holds(channels.panels, axis) && !holds(channels.colours, axis);
  };
  std::vector<std::string> designs, conditions;
  std::ranges::copy_if(shape.series, std::back_inserter(designs), is_free);
  std::ranges::copy_if(shape.conditions, std::back_inserter(conditions), is_free);
  (has_colour ? channels.dashes : channels.colours) = designs;
  if (others == OtherConditions::panels && channels.panels.empty())
    channels.panels = conditions;
  else if (others != OtherConditions::lines)
    channels.chosen = conditions;
  return channels;
}

std::vector<std::string> labels_of(const Results& results, const std::vector<std::string>& axes,
                                   bool with_names) {
  std::vector<std::string> labels;
  for (const PointResult& point : results.points) {
    std::string label = axes_text(point, axes, with_names);
    if (std::ranges::find(labels, label) == labels.end()) labels.push_back(std::move(label));
  }
  return labels;
}

std::string label_expression(const std::vector<std::string>& axes, bool with_names) {
  std::vector<std::string> parts;
  for (const std::string& axis : axes) {
    const std::string value = fmt::format("datum.axes['{}']", axis);
    const std::string named = fmt::format("'{} = ' + {}", axis, value);
    parts.push_back(with_names ? named : fmt::format("(isNumber({0}) ? {1} : {0})", value, named));
  }
  return parts.empty() ? "''" : fmt::format("{}", fmt::join(parts, " + ', ' + "));
}

}  // namespace mmasc
