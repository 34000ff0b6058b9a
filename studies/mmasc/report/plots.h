// SPDX-License-Identifier: Apache-2.0
// The plots of a report as vega-lite specifications, and the data that they draw. Which plots there
// are follows from the study's axes and measures; those against the study's own x come first.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mmasc/report/answer.h"
#include "mmasc/report/gpu_units.h"
#include "mmasc/report/labels.h"

namespace mmasc {

// Pixels of a front's plot.
inline constexpr PlotPlace kFrontSize{600, 320};

struct ReportPlot {
  std::string id, title, caption;
  std::string x;                // an axis or the quantity of a front; empty: none
  nlohmann::ordered_json spec;  // its data by name: "points", "gpus", "histograms"
};

std::vector<ReportPlot> report_plots(const Results& results, const ReportShape& shape,
                                     const Answer& answer, const std::vector<GpuPoint>& gpus);

// The three data sets. A point's measures are under their names, "i" is its index, "x", "s" and "c"
// its x, series and condition, "axes" its values of all axes. A catalogue unit's "label_area" is
// where its number stands from its mark in the front against area, in pixels.
nlohmann::ordered_json report_data(const Results& results, const ReportShape& shape,
                                   const std::vector<GpuPoint>& gpus);

// "estimated" or "synthesised": how the study's costs were found.
std::string cost_word(const Study& study);

// A number of a point's cost, or its cycles on the platform; nullopt where it has none.
std::optional<double> cost_of(const PointResult& point, std::string_view name);

}  // namespace mmasc
