// SPDX-License-Identifier: Apache-2.0
// The meaning of a study's axes for its report: which are a design's own choices and which the
// conditions under which it is judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mmasc/sweep/results.h"

namespace mmasc {

// A design with its x left out is a series: "nearest_even", "whole_result, to_odd".
struct ReportShape {
  std::optional<std::string> x;         // an axis of whole numbers other than k: of the designs
  bool x_is_width = false;              // more of it costs: the smallest that suffices is wanted
  std::vector<std::string> series;      // axes of designs, other than x
  std::vector<std::string> conditions;  // k and those of inputs
  std::vector<std::string> across;      // conditions of numbers that plots are against
  std::string colour, facet;            // axes, as the study has its series and facet, or none
  std::vector<const MeasureRow*> measures;  // to plot, the most telling first
};

ReportShape shape_of(const Results& results);

// The point's values of these axes, joined: "nearest_even, lanes = 4"; with names "a = normal".
std::string axes_text(const PointResult& point, const std::vector<std::string>& axes,
                      bool with_names);
std::string series_of(const ReportShape& shape, const PointResult& point);
std::string condition_of(const ReportShape& shape, const PointResult& point);
std::optional<std::int64_t> x_of(const ReportShape& shape, const PointResult& point);
const AxisValue* axis_of(const PointResult& point, const std::string& name);
// Nullopt where it is not there.
std::optional<double> value_of(const PointResult& point, std::string_view measure);

// The order in which points are judged: they lose as few results as can be, then the measure is
// best.
struct Score {
  std::int64_t left_out = 0;  // elements of D that are NaN or infinite
  double badness = 0;
  friend auto operator<=>(const Score&, const Score&) = default;
};
// A point without a finite result has infinite badness. Nullopt where it was not measured.
std::optional<Score> score_of(const PointResult& point, const MeasureRow& measure);

// Points that may be compared: under one condition, and of the same exact product.
using Place = std::pair<std::string, std::string>;
Place place_of(const ReportShape& shape, const PointResult& point);

}  // namespace mmasc
