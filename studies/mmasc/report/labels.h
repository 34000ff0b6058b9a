// SPDX-License-Identifier: Apache-2.0
// Where the labels of marks stand in a plot, so that none covers another label or mark.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mmasc {

// Pixels, from the left and from the top.
struct PlotPlace {
  double x = 0, y = 0;
};

struct LabelledMark {
  PlotPlace at;
  std::string label;
};

// Where each label's middle stands, from its mark: beside it where there is room within the plot of
// `size`, right or left, else above it or below it, beyond what is there already; where nothing is
// free, right of it all the same.
std::vector<PlotPlace> label_offsets(const std::vector<LabelledMark>& marks, PlotPlace size);

// Where a value lies on an axis of so many pixels, between the least and the greatest of all.
double place_on_axis(double value, std::pair<double, double> range, double pixels,
                     bool is_logarithmic);

}  // namespace mmasc
