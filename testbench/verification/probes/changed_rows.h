// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

#include "mmasc/unit/error.h"
#include "probes/support.h"

namespace mmasc::probes {

// Changes one field, in every step-th row that has it; the probes find what the changed rows state.
// Returns the values that were found of every feature that a field states.
inline std::map<std::string, std::set<std::string>> probe_changed_rows(std::size_t step,
                                                                       int least_rows) {
  const Changes changes{{"lanes", "4"},
                        {"dot.fraction_bits", "26"},
                        {"dot.alignment_rounding", "nearest_even"},
                        {"dot.zero_exponent", "-120"},
                        {"dot.zero_exponent", "ignored"},
                        {"flush.inputs", "none"},
                        {"flush.results", "none"},
                        {"result.rounding", "nearest_even"},
                        {"result.overflow", "saturate"},
                        {"result.underflow", "to_plus_zero"},
                        {"zero_sign", "ieee"},
                        {"zero_sign", "plus"},
                        {"result.nan", "7fc00000"}};
  std::map<std::string, std::set<std::string>> values;
  for (const auto& [field, value] : changes) {
    int rows = 0;
    for (std::size_t i = 0; i < catalog().units().size(); i += step) {
      const Unit& unit = catalog().units()[i];
      if (unit.datapath.name == "cdna3.fp8" && field == "dot.fraction_bits")
        continue;  // keeps 24 bits of some products and 26 of others
      if (unit.d().is_integer() && field != "lanes" && field != "result.overflow")
        continue;  // the others are fields of floating-point sums
      std::optional<Unit> with;
      try {
        with = unit.with(field, value);
      } catch (const RowError&) {
        continue;  // the row has no such field
      }
      const Benched benched(*with);
      const Survey survey = probe_all(benched.bench);
      ++rows;
      EXPECT_EQ(to_text(compare(survey, stated_features(*with)).differences), "")
          << unit.instruction.id << " with " << field << " = " << value;
      for (const Stated& stated : stated_features(*with))
        values[stated.name].insert(value_of(survey, stated.name));
    }
    EXPECT_GT(rows, least_rows) << field;
  }
  return values;
}

}  // namespace mmasc::probes
