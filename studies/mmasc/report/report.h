// SPDX-License-Identifier: Apache-2.0
// A folder of results as one HTML page that needs no network: the question, its answer, plots, the
// table, the datapaths, and how it was made.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/report/gpu_units.h"
#include "mmasc/report/shape.h"

namespace mmasc {

struct ReportOrigin {
  std::string folder, version;
  std::string command;                                     // that made the page
  std::vector<std::pair<std::string, std::string>> facts;  // "first result", "2026-11-22 19:40 UTC"
};

struct ReportPage {
  std::string html;
  std::string answer;  // the sentence
  int plots = 0;       // 0 without the libraries of plots
};

// `planned` is plan_again()'s; GPUs' own points are as gpu_points() has them, or none.
ReportPage make_report(const Results& results, const PlannedResults& planned,
                       const std::vector<GpuPoint>& gpus, const ReportOrigin& origin);

}  // namespace mmasc
