// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/labels.h"

#include <algorithm>
#include <cmath>

namespace mmasc {
namespace {

// Pixels that a bold digit, a line of them and a diamond take, with air around them.
constexpr double kDigit = 7.5, kLine = 13, kMark = 13, kBeside = 10;
constexpr double kBetween = 6;  // labels side by side, which else would read as one

struct Box {
  PlotPlace middle;
  double width, height;

  bool covers(const Box& other) const {
    return std::abs(middle.x - other.middle.x) < (width + other.width) / 2 &&
           std::abs(middle.y - other.middle.y) < (height + other.height) / 2;
  }
};

}  // namespace

std::vector<PlotPlace> label_offsets(const std::vector<LabelledMark>& marks, PlotPlace size) {
  std::vector<Box> taken;
  taken.reserve(2 * marks.size());
  for (const LabelledMark& mark : marks) taken.push_back({mark.at, kMark, kMark});
  std::vector<PlotPlace> offsets;
  offsets.reserve(marks.size());
  for (const LabelledMark& mark : marks) {
    const double width = kDigit * static_cast<double>(mark.label.size());
    const auto box_at = [&](PlotPlace offset) {
      return Box{{mark.at.x + offset.x, mark.at.y + offset.y}, width + kBetween, kLine};
    };
    const auto is_free = [&](PlotPlace offset) {
      const Box box = box_at(offset);
      const double right = box.middle.x + width / 2, left = box.middle.x - width / 2;
      return left >= 0 && right <= size.x && box.middle.y >= 0 && box.middle.y <= size.y &&
             std::ranges::none_of(taken, [&](const Box& other) { return other.covers(box); });
    };
    const double beside = kBeside + width / 2;
    const double inward = std::clamp(mark.at.x, width / 2, size.x - width / 2) - mark.at.x;
    std::vector<PlotPlace> places{{beside, 0}, {-beside, 0}};
    for (const double way : {-1, 1})
      for (double away = kLine; away <= size.y; away += kLine)
        places.push_back({inward, way * away});
    const auto found = std::ranges::find_if(places, is_free);
    offsets.push_back(found == places.end() ? places.front() : *found);
    taken.push_back(box_at(offsets.back()));
  }
  return offsets;
}

double place_on_axis(double value, std::pair<double, double> range, double pixels,
                     bool is_logarithmic) {
  const auto scaled = [&](double number) { return is_logarithmic ? std::log(number) : number; };
  const double least = scaled(range.first), width = scaled(range.second) - least;
  return width > 0 ? pixels * (scaled(value) - least) / width : 0;
}

}  // namespace mmasc
