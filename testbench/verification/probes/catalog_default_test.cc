// SPDX-License-Identifier: Apache-2.0
// Every row of the catalogue shows from outside what its fields state, and what exact arithmetic
// gives.
#include <gtest/gtest.h>

#include <set>

#include "probes/changed_rows.h"

namespace mmasc::probes {
namespace {

TEST(ProbedCatalogue, FeaturesAreTheFields) {
  std::set<std::string> observed, never;
  for (const Unit& unit : catalog().units()) {
    const Benched benched(unit);
    const Survey survey = probe_all(benched.bench);
    const auto by_fields = compare(survey, stated_features(unit));
    const bool is_integer = unit.d().is_integer();  // whose sums are exact, and mostly wrap
    EXPECT_GE(by_fields.agree, is_integer ? 1 : 3) << unit.instruction.id;
    EXPECT_EQ(to_text(by_fields.differences), "") << unit.instruction.id;
    const auto by_exact = compare_with_exact(survey, unit);
    EXPECT_GE(by_exact.agree, is_integer ? 2 : 11) << unit.instruction.id;
    EXPECT_EQ(to_text(by_exact.differences), "") << unit.instruction.id;
    for (const Finding& finding : survey.findings)
      (finding.observable() ? observed : never).insert(finding.name);
  }
  for (const std::string& name : observed) never.erase(name);
  EXPECT_EQ(never, std::set<std::string>{});
}

TEST(ProbedCatalogue, FeaturesFollowTheFieldsOfSomeRows) {
  EXPECT_EQ(probe_changed_rows(7, 2).size(), 22u);
}

}  // namespace
}  // namespace mmasc::probes
