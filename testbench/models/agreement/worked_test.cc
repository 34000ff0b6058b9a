// SPDX-License-Identifier: Apache-2.0
// Results worked out by hand, on every way to evaluate a unit.
#include "agreement/worked.h"

#include <gtest/gtest.h>

#include "agreement/ways.h"

namespace mmasc {
namespace {

class WorkedOut : public ::testing::TestWithParam<std::string> {};

TEST_P(WorkedOut, IsGivenByEveryWay) {
  for (const auto& [unit, vectors] : worked_cases(GetParam())) {
    SCOPED_TRACE(vectors.name);
    OperationBatch operations(unit);
    std::vector<Result> expected;
    std::vector<std::string> names;
    for (const Case& row : vectors.cases)
      for (int twice = 0; twice < 2; ++twice) {  // so that engines take them on vector lanes
        operations.add(row);
        expected.push_back({row.d(), row.flags});
        names.push_back("case " + std::to_string(names.size() / 2 + 1) + " of the unit, " +
                        row.name);
      }
    if (!vectors.has_flags) {  // then they are none of what is worked out
      const std::vector<Result> reference = reference_results(unit, operations);
      for (std::size_t i = 0; i < expected.size(); ++i) expected[i].flags = reference[i].flags;
    }
    std::size_t ways_taken = 0;
    for (const Way& way : ways()) {
      SCOPED_TRACE(way.name);
      const Answer answer = way.ask(unit, operations);
      expect_results(unit, operations, answer, expected, names);
      if (HasFatalFailure()) return;
      ways_taken += answer.given.empty() ? 0 : 1;
    }
    EXPECT_GE(ways_taken + 1, ways().size());  // graphs are of units that are not wide
  }
}

INSTANTIATE_TEST_SUITE_P(Files, WorkedOut, ::testing::ValuesIn(worked_files()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace mmasc
