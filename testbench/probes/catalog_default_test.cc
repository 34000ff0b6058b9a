// SPDX-License-Identifier: Apache-2.0
// Every row of the catalogue shows from outside what its fields say.
#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "probes/support.h"
#include "spec/error.h"

namespace mmasc::probes {
namespace {

TEST(ProbedCatalogue, FeaturesAreTheFields) {
  std::set<std::string> observed, never;
  for (const Unit& unit : catalog().units()) {
    const Benched benched(unit);
    const Survey survey = probe_all(benched.bench);
    const auto comparison = compare(survey, expected_features(unit));
    EXPECT_GE(comparison.agree, 14) << unit.instruction.id;
    for (const Difference& difference : comparison.differences)
      ADD_FAILURE() << unit.instruction.id << ": " << difference.name << ": the row says "
                    << difference.expected << ", probed " << difference.found;
    for (const Finding& finding : survey.findings)
      (finding.observable() ? observed : never).insert(finding.name);
  }
  for (const std::string& name : observed) never.erase(name);
  // No row lets a product vanish, and what alignment drops of products leaves no trace.
  EXPECT_EQ(never, std::set<std::string>{std::string(name::kProductVanishes)});
}

// Changes of one field, in every row that has it: the probes find what the changed rows say.
TEST(ProbedCatalogue, FeaturesFollowTheFields) {
  const Changes changes{{"lanes", "4"},
                        {"dot.fraction_bits", "26"},
                        {"dot.zero_exponent", "-120"},
                        {"dot.zero_exponent", "ignored"},
                        {"result.rounding", "nearest_even"},
                        {"result.underflow", "to_plus_zero"},
                        {"zero_sign", "ieee"},
                        {"zero_sign", "plus"},
                        {"result.nan", "7fc00000"}};
  for (const auto& [field, value] : changes) {
    int rows = 0, different = 0;
    for (const Unit& unit : catalog().units()) {
      if (unit.datapath.name == "cdna3.fp8" && field == "dot.fraction_bits")
        continue;  // keeps 24 bits of some products and 26 of others
      std::optional<Unit> with;
      try {
        with = unit.with(field, value);
      } catch (const RowError&) {
        continue;  // the row has no such field
      }
      const Benched benched(*with);
      const auto comparison = compare(probe_all(benched.bench), expected_features(*with));
      ++rows;
      for (const Difference& difference : comparison.differences)
        if (++different <= 5)
          ADD_FAILURE() << unit.instruction.id << " with " << field << " = " << value << ": "
                        << difference.name << ": the row says " << difference.expected
                        << ", probed " << difference.found;
    }
    EXPECT_GT(rows, 20) << field;
  }
}

}  // namespace
}  // namespace mmasc::probes
