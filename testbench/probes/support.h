// SPDX-License-Identifier: Apache-2.0
// A unit of the catalogue, or a changed one, on the bench.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "probes/expected.h"
#include "probes/probes.h"
#include "spec/catalog.h"

namespace mmasc::probes {

using Changes = std::vector<std::pair<std::string, std::string>>;

inline Unit changed(const std::string& id, const Changes& changes) {
  Unit unit = catalog().find(id);
  for (const auto& [field, value] : changes) unit = unit.with(field, value);
  return unit;
}

class Benched {
 public:
  explicit Benched(const Unit& unit)
      : engine_(make_reference_engine(unit)), bench(*engine_, formats_of(unit)) {}

 private:
  std::unique_ptr<Engine> engine_;

 public:
  Bench bench;
};

// The finding's value; "not observable" where it is not.
inline std::string value_of(const Survey& survey, std::string_view name) {
  const Finding* finding = survey.find(name);
  return finding && finding->observable() ? finding->value : "not observable";
}

inline std::string expected_of(const Unit& unit, std::string_view name) {
  for (const Expectation& expected : expected_features(unit))
    if (expected.name == name) return expected.value;
  return {};
}

}  // namespace mmasc::probes
