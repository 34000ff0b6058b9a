// SPDX-License-Identifier: Apache-2.0
// What the probes should find of a unit, from the fields of its row: the only part of the probes
// that knows the row.
#pragma once

#include <string>
#include <vector>

#include "probes/survey.h"
#include "spec/unit.h"

namespace mmasc::probes {

struct Expectation {
  std::string name;  // as the finding's
  std::string value;
};

// In the order of the findings. A finding that no field decides is not among them.
std::vector<Expectation> expected_features(const Unit& unit);

Tree expected_tree(const Unit& unit);
// The products that are added before d rounds, one sum for each step.
Tree expected_steps(const Unit& unit);

struct Difference {
  std::string name, expected, found;
};

struct Comparison {
  int agree = 0;
  int not_observable = 0;  // of what a field decides
  std::vector<Difference> differences;
};
Comparison compare(const Survey& survey, const std::vector<Expectation>& expectations);

}  // namespace mmasc::probes
