// SPDX-License-Identifier: Apache-2.0
// Every row of the catalogue shows from outside what its fields state, and what exact arithmetic
// gives.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

#include "mmasc/unit/error.h"
#include "probes/support.h"

namespace mmasc::probes {
namespace {

struct Every {
  std::string operator()(const ::testing::TestParamInfo<std::size_t>& info) const {
    return "every_" + std::to_string(info.param);
  }
};

class ProbedCatalogue : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ProbedCatalogue, HasTheFeaturesThatItsFieldsState) {
  std::set<std::string> observed, never;
  for (std::size_t i = 0; i < catalog().units().size(); i += GetParam()) {
    const Unit& unit = catalog().units()[i];
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

// Changes one field, in every step-th row that has it; the probes find what the changed rows state.
// Returns the values that were found of every feature that a field states.
std::map<std::string, std::set<std::string>> probe_changed_rows(std::size_t step, int least_rows) {
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

class ChangedRows : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ChangedRows, HaveTheFeaturesThatTheirFieldsState) {
  const std::size_t step = GetParam();
  auto values = probe_changed_rows(step, step == 1 ? 20 : 2);
  EXPECT_EQ(values.size(), 22u);
  if (step > 1) return;
  // More than one value is seen of nearly every feature.
  std::set<std::string_view> of_one_value;
  for (auto& [name, found] : values) {
    found.erase("not observable");
    if (found.size() < 2) of_one_value.insert(name);
  }
  // EveryProbe.SeesAChange has the other values of these.
  EXPECT_EQ(of_one_value, (std::set{name::kProductExponent, name::kSubnormalProduct,
                                    name::kSubnormalSum, name::kUnderflowSign}));
}

INSTANTIATE_TEST_SUITE_P(Default, ProbedCatalogue, ::testing::Values(1), Every());
INSTANTIATE_TEST_SUITE_P(Default, ChangedRows, ::testing::Values(7), Every());
INSTANTIATE_TEST_SUITE_P(Long, ChangedRows, ::testing::Values(1), Every());

}  // namespace
}  // namespace mmasc::probes
