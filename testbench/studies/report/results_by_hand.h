// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mmasc/sweep/points.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

inline constexpr std::string_view kStudy = R"(question = "Which <bits> & why?"
unit = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
[axes]
"dot.fraction_bits" = [12, 13, 14]
"dot.alignment_rounding" = ["toward_zero", "nearest_even"]
k = [64, 128]
[inputs]
m = 4
n = 4
[measures]
list = ["relative_error", "ulps"]
[plot]
y = "relative_error_rms"
)";

// Halves with every bit; truncation's is twice nearest even's; at 14 both are at the floor.
inline double error_at(std::int64_t bits, bool truncates, std::int64_t k) {
  const double error = bits == 14 ? 1 : bits == 13 ? (truncates ? 2 : 1.05) : (truncates ? 4 : 2);
  return error * 1e-3 * static_cast<double>(k);
}

inline Results results_by_hand() {
  Results results{parse_study(kStudy, "study.toml"), {}, 12};
  const std::vector<Point> points = plan_points(results.study);
  for (const std::int64_t bits : {12, 13, 14})
    for (const bool truncates : {true, false})
      for (const std::int64_t k : {64, 128}) {
        PointResult& point = results.points.emplace_back();
        point.index = static_cast<std::int64_t>(results.points.size()) - 1;
        point.point = points[static_cast<std::size_t>(point.index)].hash;
        point.axes = {{"dot.fraction_bits", bits},
                      {"dot.alignment_rounding", truncates ? "toward_zero" : "nearest_even"},
                      {"k", k}};
        point.unit = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
        point.k = k;
        MeasureResult error, ulps;
        error.name = "relative_error_rms";
        error.value = error_at(bits, truncates, k);
        ulps.name = "ulps";
        ulps.value = 0.5;
        ulps.samples = 4;
        ulps.histogram = {{-1, -1, 1}, {0, 0, 3}};
        point.measures = {error, ulps};
        point.cost = PointCost{
            "estimate",
            "cells.lib",
            "Yosys 1",
            {{"area", 100.0 * static_cast<double>(bits) + (truncates ? 0 : 150)}, {"delay", 900}}};
      }
  return results;
}

}  // namespace mmasc
