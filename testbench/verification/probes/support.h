// SPDX-License-Identifier: Apache-2.0
// A unit of the catalogue, or a changed one, on the bench.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/arith/exact_engine.h"
#include "mmasc/probes/comparison.h"
#include "mmasc/probes/probes.h"
#include "mmasc/unit/catalog.h"

namespace mmasc::probes {

using Changes = std::vector<std::pair<std::string, std::string>>;

inline Unit changed(const std::string& id, const Changes& changes) {
  Unit unit = catalog().find(id);
  for (const auto& [field, value] : changes) unit = unit.with(field, value);
  return unit;
}

class Benched {
 public:
  explicit Benched(const Unit& unit) : Benched(unit, make_reference_engine(unit)) {}
  Benched(const Unit& unit, std::unique_ptr<Engine> engine)
      : engine_(std::move(engine)), bench(*engine_, layout_of(unit)) {}

 private:
  std::unique_ptr<Engine> engine_;

 public:
  Bench bench;
};

// The findings of the probes that differ from those of exact arithmetic.
inline Comparison compare_with_exact(const Survey& survey, const Unit& unit) {
  const Benched exact(unit, make_exact_engine(unit));
  return compare(survey, probe_all(exact.bench));
}

inline std::string to_text(const std::vector<Difference>& differences) {
  std::string text;
  for (const auto& [name, expected, found] : differences)
    text += name + ": expected " + expected + ", probed " + found + "\n";
  return text;
}

// The finding's value; "not observable" where it is not.
inline std::string value_of(const Survey& survey, std::string_view name) {
  const Finding* finding = survey.find(name);
  return finding && finding->observable() ? finding->value : "not observable";
}

inline std::string probed(const Unit& unit, std::string_view name) {
  return value_of(probe_all(Benched(unit).bench), name);
}

}  // namespace mmasc::probes
