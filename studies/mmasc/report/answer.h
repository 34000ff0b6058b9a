// SPDX-License-Identifier: Apache-2.0
// A study's answer in one sentence, by a rule that the page states.
#pragma once

#include <string>
#include <vector>

#include "mmasc/report/shape.h"

namespace mmasc {

struct Answer {
  std::string sentence, rule;
  std::vector<std::int64_t> points;  // indices of the designs that it names, under all conditions
  std::optional<std::int64_t> x;     // of the design that it recommends
  std::string series;                // of that design
  std::vector<std::int64_t> chosen;  // its points
  std::vector<std::int64_t> undecided;  // those of designs that may be better
};

// A design suffices where its measure is at most this share above the best.
inline constexpr double kSufficient = 0.10;

// Once all points are there: what the study looks for, else by the shape's first measure.
Answer answer_of(const Results& results, const ReportShape& shape);

}  // namespace mmasc
