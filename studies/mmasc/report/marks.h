// SPDX-License-Identifier: Apache-2.0
// What plots mark beside their points: the study's bounds, and the design that the answer chooses.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "mmasc/report/answer.h"

namespace mmasc {

// The shapes of points, which no two of so many choices share. Their number has no factor in common
// with that of the colours, which go with them where a plot has no other choices.
nlohmann::ordered_json point_shapes();
inline constexpr std::size_t kShapes = 25;

// "bound_0": the field of a row of report_data() that has the right side of a constraint.
std::string bound_field(std::size_t constraint);

// The channels and quantities of a plot against a measure: where its value lies, and what the other
// axis has, if that is a quantity.
struct MarkedPlot {
  nlohmann::ordered_json x, y;  // encodings
  const MeasureRow* measure = nullptr;
  bool measure_is_x = false;
  std::string other{};  // the other axis's quantity, as "area"
};

// Layers with a rule for each bound of the study on either axis.
nlohmann::ordered_json bound_layers(const FindRow& find, const MarkedPlot& plot);
// Layers with a ring, and the measure's interval, for each point of the designs that the answer
// chooses; dashed rings of those that are undecided.
nlohmann::ordered_json choice_layers(const Answer& answer, const MarkedPlot& plot);

// The same of a level across the plot, which a chosen 0 of its x is.
nlohmann::ordered_json level_of_choice(const Answer& answer, const MarkedPlot& plot);

// What a reader is told of these marks.
std::string note_of_marks(const FindRow& find, const Answer& answer, const MarkedPlot& plot);

}  // namespace mmasc
