// SPDX-License-Identifier: Apache-2.0
#include "mmasc/measures/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mmasc {

std::string MeasureRow::title() const {
  std::string title(words);
  if (!unit.empty()) title.append(" (").append(unit).append(")");
  return title;
}

bool MeasureRow::is_of(std::string_view workload) const {
  return workloads.front().empty() || std::ranges::find(workloads, workload) != workloads.end();
}

double MeasureRow::badness(double value) const {
  if (better == Better::more) return -value;
  return better == Better::near_zero ? std::fabs(value) : value;
}

bool MeasureRow::is_within(double share, double value, double best) const {
  if (scale == MeasureScale::decibel) return value >= best - 20 * std::log10(1 + share);
  if (better == Better::more) return value >= best * (1 - share);
  return badness(value) <= badness(best) * (1 + share);
}

std::optional<double> MeasureRow::judged(const MeasureResult& result) const {
  if (result.value || !none_is_best || result.samples == 0) return result.value;
  return std::numeric_limits<double>::infinity();
}

const MeasureRow* find_measure(std::string_view name) {
  const auto found = std::ranges::find(kMeasures, name, &MeasureRow::name);
  return found == kMeasures.end() ? nullptr : &*found;
}

}  // namespace mmasc
