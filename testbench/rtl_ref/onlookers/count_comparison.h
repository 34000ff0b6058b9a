// SPDX-License-Identifier: Apache-2.0
// What Verilator counts of the emitted cover properties, and what the model counts.
#pragma once

#include <gtest/gtest.h>

#include "mmasc/coverage/counter.h"
#include "mmasc/coverage/verilator_counts.h"
#include "mmasc/onlookers/onlooker.h"
#include "onlookers/seen_in_unit.h"
#include "onlookers/watched.h"
#include "onlookers/watched_units.h"

namespace mmasc {

struct Comparison {
  int compared = 0, met = 0;
};

// Of an instruction of one operation each cover point has the model's count. Of several, one is met
// where the other is.
inline Comparison compare_counts(const Unit& unit) {
  SCOPED_TRACE(unit.instruction.id + "\n" + to_toml(unit));
  const Sequence sequence(unit);
  const CoverPoints points = cover_points_of(sequence);
  const std::vector<Case> cases = covering_cases(unit);
  Counter counter(sequence, points);
  Coverage model(unit, points);
  for (const Case& each : cases) model.add(counter.meet(view(each)));

  testing::WatchOptions options{.defines = {kCoverageWord, kAssertionsWord}};
  const auto operations = testing::operations_of(sequence, cases, false);
  testing::WatchedRun run = testing::Watched(unit, operations, options).run();
  EXPECT_TRUE(run.succeeded) << run.output;
  EXPECT_EQ(run.output.find("Error"), std::string::npos) << run.output;
  testing::expect_results(run, operations);
  if (sequence.late_c_plan()) {
    options.late = true;
    const auto additions = testing::operations_of(sequence, cases, true);
    const testing::WatchedRun more = testing::Watched(unit, additions, options).run();
    EXPECT_TRUE(more.succeeded) << more.output;
    EXPECT_EQ(more.output.find("Error"), std::string::npos) << more.output;
    testing::expect_results(more, additions);
    run.coverage += more.coverage;
  }
  if (::testing::Test::HasFailure()) return {};
  const Coverage rtl = from_verilator(unit, sequence, points, run.coverage, "coverage.dat");
  EXPECT_EQ(rtl.vectors(), cases.size());
  const std::vector<Seen> seen = seen_in_unit(sequence, points);
  Comparison result;
  for (std::size_t p = 0; p < points.list.size(); ++p) {
    const std::uint64_t expected = model.entries()[p].vectors, got = rtl.entries()[p].vectors;
    if (seen[p] != Seen::as_counted) {
      EXPECT_EQ(got, 0u) << points.list[p].name;
      continue;
    }
    ++result.compared;
    if (expected > 0) ++result.met;
    if (sequence.steps() == 1)
      EXPECT_EQ(got, expected) << points.list[p].name;
    else
      EXPECT_EQ(got > 0, expected > 0) << points.list[p].name;
  }
  return result;
}

}  // namespace mmasc
