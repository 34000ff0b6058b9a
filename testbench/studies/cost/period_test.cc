// SPDX-License-Identifier: Apache-2.0
// The search for a period, with delays and areas that are made up, against all structures.
#include "mmasc/cost/period.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "mmasc/cost/sum_of_stages.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/segments.h"
#include "mmasc/unit/unit_argument.h"

namespace mmasc {
namespace {

const std::map<std::string, double> kDelays{{"multiplier", 4500},
                                            {"aligner_0", 12500},
                                            {"adder_tree_0_0", 3700},
                                            {"adder_tree_0_1", 5000},
                                            {"normalizer_result", 11300}};

// Ranks cut a row into equal parts and take more area the earlier the stage is, and 130 ps of
// ready.
UnitCost made_up(const Unit& unit) {
  const Plan plan = make_plan(unit);
  UnitCost cost;
  cost.nand2_area = cost.fo4_delay = 1;
  bool is_retimed = false;
  for (const Segment& stages : segments_of(plan)) {
    const int ranks = plan.stages[stages.last].registers;
    is_retimed = is_retimed || ranks > 1;
    StageCost row;
    row.stage = segment_name(plan, stages);
    for (int s = stages.first; s <= stages.last; ++s)
      row.delay += kDelays.at(stage_name(plan.stages[s])) / ranks;
    row.area = 1000 + ranks * (50 - 7.0 * stages.last);
    cost.stages.push_back(row);
  }
  if (is_retimed)
    finish_retimed(cost, 130 * plan.latency());
  else
    finish(cost);
  return cost;
}

struct Structured {
  int latency = 0;
  double delay = 0, area = 0;
};

std::vector<Structured> all_structures(Unit unit) {
  std::vector<Structured> all;
  Structure& structure = unit.structure;
  for (int m = 0; m <= 8; ++m)
    for (int a = 0; a <= 8; ++a)
      for (int t = 0; t <= 8; ++t)
        for (int n = 1; n <= 8; ++n) {
          structure.multiplier.registers = m;
          structure.aligner.registers = a;
          structure.adder_tree.registers_per_level = t;
          structure.normalizer.registers = n;
          const UnitCost cost = made_up(unit);
          all.push_back({m + a + 2 * t + n, cost.all.delay, cost.all.area});
        }
  return all;
}

TEST(Period, IsMetByTheStructureOfLeastLatencyAndThenOfLeastArea) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const std::vector<Structured> all = all_structures(unit);
  int most_tried = 0;
  for (const double period : {40000.0, 12500.0, 6000.0, 2600.0}) {
    const PeriodSearch search = search_period(unit, period, made_up);
    ASSERT_TRUE(search.found) << period;
    Structured best{1000};
    for (const Structured& each : all)
      if (each.delay <= period &&
          std::pair(each.latency, each.area) < std::pair(best.latency, best.area))
        best = each;
    EXPECT_EQ(search.found->latency, best.latency) << period;
    EXPECT_EQ(search.found->cost.all.area, best.area) << period;
    EXPECT_LE(search.found->cost.all.delay, period);
    most_tried = std::max(most_tried, search.tried);
    Unit pasted = unit;
    for (const std::string& field : search.found->fields)
      pasted = with_changes(pasted, std::vector{field});
    EXPECT_EQ(made_up(pasted).all.delay, search.found->cost.all.delay);
    EXPECT_EQ(make_plan(pasted).latency(), search.found->latency);
  }
  EXPECT_LT(most_tried, 100);
}

TEST(Period, MayBeTooShort) {
  const PeriodSearch search =
      search_period(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"), 900, made_up);
  EXPECT_FALSE(search.found);
  ASSERT_TRUE(search.deepest);
  EXPECT_EQ(search.deepest->latency, 40);
  EXPECT_EQ(search.deepest->cost.slowest, kReady);
  EXPECT_LT(search.tried, 10);
}

}  // namespace
}  // namespace mmasc
