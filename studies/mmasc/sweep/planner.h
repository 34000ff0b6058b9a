// SPDX-License-Identifier: Apache-2.0
// Makes the points of a study one by one, and refuses what no point can be.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "mmasc/sweep/points.h"

namespace mmasc {

// The value as a row is shown: "stochastic:8" as a table. By such a unit's text results are kept.
std::string row_text(const AxisValue& value);

// A field with its value and where the study writes it.
struct Setting {
  std::string field;
  AxisValue value;
  int line = 0;
  std::string key;
  std::string text = row_text(value);
};

class Planner {
 public:
  // `tick` is called while files are read.
  Planner(const Study& study, std::function<void()> tick);
  ~Planner();

  // The settings are those of a variant and of each axis, in the order in which they are made; the
  // study's ties follow them. Throws InputError with the line of the study, EnvironmentError.
  Point point(std::int64_t index, std::span<const Setting* const> settings);
  // Whether a source has the cycles of every unit on the platform so far.
  bool all_sourced() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace mmasc
