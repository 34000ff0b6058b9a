// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/shape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "mmasc/sweep/points.h"

namespace mmasc {
namespace {

bool is_width(std::string_view axis) {
  return axis.ends_with("_bits") || axis.ends_with("_fraction") || axis.ends_with(".slices");
}

bool is_whole(const Axis& axis) {
  for (std::int64_t i = 0; i < axis.size(); ++i)
    if (!std::holds_alternative<std::int64_t>(axis.value(i))) return false;
  return axis.size() > 1;
}

bool change_operands_alone(const std::vector<Variant>& variants) {
  return std::ranges::all_of(variants, [](const Variant& variant) {
    return std::ranges::all_of(variant.changes, is_condition, &Variant::Change::field);
  });
}

bool takes_several(const Study& study, std::string_view axis) {
  if (axis == kVariantAxis) return study.variants.size() > 1;
  const auto found = std::ranges::find(study.axes, axis, &Axis::name);
  return found != study.axes.end() && found->size() > 1;
}

bool was_measured(const Results& results, std::string_view name) {
  return std::ranges::any_of(
      results.points, [&](const PointResult& point) { return point.measure(name) != nullptr; });
}

}  // namespace

const AxisValue* axis_of(const PointResult& point, const std::string& name) {
  const auto found =
      std::ranges::find(point.axes, name, [](const auto& axis) { return axis.first; });
  return found == point.axes.end() ? nullptr : &found->second;
}

std::optional<double> value_of(const PointResult& point, std::string_view measure) {
  const MeasureResult* found = point.measure(measure);
  return found == nullptr ? std::nullopt : found->value;
}

std::string axes_text(const PointResult& point, const std::vector<std::string>& axes,
                      bool with_names) {
  std::vector<std::string> parts;
  for (const std::string& name : axes) {
    const AxisValue* value = axis_of(point, name);
    if (value == nullptr) continue;
    parts.push_back(with_names || std::holds_alternative<std::int64_t>(*value)
                        ? fmt::format("{} = {}", name, to_text(*value))
                        : to_text(*value));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

ReportShape shape_of(const Results& results) {
  const Study& study = results.study;
  ReportShape shape;
  if (study.variants.size() > 1)
    (change_operands_alone(study.variants) ? shape.conditions : shape.series)
        .emplace_back(kVariantAxis);
  for (const Axis& axis : study.axes) {
    if (axis.size() < 2) continue;
    if (axis.name == kDepthAxis ||
        (is_condition(axis.name) && axis.name == study.plot.x && axis.is_numeric()))
      shape.across.push_back(axis.name);
    if (is_condition(axis.name))
      shape.conditions.push_back(axis.name);
    else if (is_whole(axis) && !shape.x)
      shape.x = axis.name;
    else
      shape.series.push_back(axis.name);
  }
  // The study's choice of x, where it is one of the designs' own.
  const auto chosen = std::ranges::find(study.axes, study.plot.x, &Axis::name);
  if (shape.x && chosen != study.axes.end() && is_whole(*chosen) && !is_condition(chosen->name) &&
      study.plot.x != *shape.x) {
    std::ranges::replace(shape.series, study.plot.x, *shape.x);
    shape.x = study.plot.x;
  }
  shape.colour = takes_several(study, study.plot.series) ? study.plot.series : "";
  shape.facet = takes_several(study, study.plot.facet) ? study.plot.facet : "";
  shape.x_is_width = shape.x && is_width(*shape.x);
  for (const std::string& name : study.plot.y)
    if (was_measured(results, name)) shape.measures.push_back(find_measure(name));
  if (!shape.measures.empty()) return shape;
  const MeasureRow* most = nullptr;
  for (const MeasureRow& measure : kMeasures)
    if (was_measured(results, measure.name) && (!most || measure.telling < most->telling))
      most = &measure;
  if (most != nullptr) shape.measures.push_back(most);
  return shape;
}

std::optional<Score> score_of(const PointResult& point, const MeasureRow& measure) {
  const MeasureResult* const result = point.measure(measure.name);
  if (result == nullptr) return std::nullopt;
  const auto value = measure.judged(*result);
  if (!value && result->left_out == 0) return std::nullopt;
  return Score{result->left_out,
               value ? measure.badness(*value) : std::numeric_limits<double>::infinity()};
}

Place place_of(const ReportShape& shape, const PointResult& point) {
  return {condition_of(shape, point), point.operands};
}

std::string series_of(const ReportShape& shape, const PointResult& point) {
  const std::string text = axes_text(point, shape.series, false);
  return text.empty() ? point.unit : text;
}

std::string condition_of(const ReportShape& shape, const PointResult& point) {
  return axes_text(point, shape.conditions, true);
}

std::optional<std::int64_t> x_of(const ReportShape& shape, const PointResult& point) {
  if (!shape.x) return std::nullopt;
  const AxisValue* value = axis_of(point, *shape.x);
  const auto* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

}  // namespace mmasc
