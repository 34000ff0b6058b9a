// SPDX-License-Identifier: Apache-2.0
// How a plot shows the axes of a study that are not its own x: by colour, panel, dashes, or as a
// choice that the reader makes.
#pragma once

#include <string>
#include <vector>

#include "mmasc/report/shape.h"

namespace mmasc {

struct PlotChannels {
  std::vector<std::string> colours, panels, dashes;
  std::vector<std::string> chosen;  // conditions, all set at once
};

// How conditions are shown that are neither the study's series nor its facet.
enum class OtherConditions { panels, lines, chosen };

// The channels of a plot against the axis `x` (empty: against none). The study's series are its
// colours and its facet its panels, where they are not x; else the designs' choices are the
// colours. Choices that are neither are dashes.
PlotChannels channels_of(const ReportShape& shape, const std::string& x, OtherConditions others);

// The labels of the results' points by these axes, each once, in their order.
std::vector<std::string> labels_of(const Results& results, const std::vector<std::string>& axes,
                                   bool with_names);
// The same of a row of report_data(), as an expression of vega.
std::string label_expression(const std::vector<std::string>& axes, bool with_names);

}  // namespace mmasc
