// SPDX-License-Identifier: Apache-2.0
// Estimates: the fit to points.csv, units that it has not seen, what is refused of a points file.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "mmasc/arith/sparsity.h"
#include "mmasc/cost/model.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/segments.h"
#include "told.h"

namespace mmasc {
namespace {

const CostModel& fitted() {
  static const CostModel model = fit_model(cost_points());
  return model;
}

TEST(Estimate, HasPointsOfEveryKind) {
  const CostPoints& points = cost_points();
  int fit = 0, check = 0;
  for (const CostPoint& point : points.points) (point.is_held_out ? check : fit)++;
  EXPECT_GE(fit, 40);
  EXPECT_GE(check, 10);
  EXPECT_EQ(points.how.library, "osu018_stdcells.lib");
}

// The stages of a point are those of its unit's plan: a plan that changes makes points anew
// necessary, by scripts/cost-points.
TEST(Estimate, PointsAreOfThePlansThereAre) {
  std::set<std::string> units;
  for (const CostPoint& point : cost_points().points) {
    const Plan plan = make_plan(find_unit(point.unit));
    const std::vector<Segment> segments = segments_of(plan);
    ASSERT_EQ(segments.size(), point.stages.size());
    for (std::size_t i = 0; i < segments.size(); ++i)
      EXPECT_EQ(segment_name(plan, segments[i]), point.stages[i].stage);
    EXPECT_EQ(point.leaves_out_registers(), std::ssize(segments) < plan.stages.size());
    EXPECT_TRUE(point.delay.has_value() || !point.leaves_out_registers());
    EXPECT_TRUE(units.insert(as_typed(point.unit)).second) << as_typed(point.unit);
  }
}

TEST(Estimate, IsCloseToWhatItWasFittedTo) {
  const EstimateError error = error_of(fitted(), cost_points(), false);
  EXPECT_LT(error.area_rms, 0.04);
  EXPECT_LT(error.area_worst, 0.10);
  EXPECT_LT(error.delay_rms, 0.20);
  EXPECT_GT(error.area_rms, 0);
}

TEST(Estimate, IsCloseToUnitsItHasNotSeen) {
  const EstimateError error = error_of(fitted(), cost_points(), true);
  EXPECT_GE(error.points, 10);
  EXPECT_LT(error.area_rms, 0.045);
  EXPECT_LT(error.area_worst, 0.10);
  EXPECT_LT(error.delay_rms, 0.25);
}

// Where registers are left out, delays of stages are added up.
TEST(Estimate, IsCloseWhereRegistersAreLeftOut) {
  for (const bool held_out : {false, true}) {
    const EstimateError error = error_of(fitted(), cost_points(), held_out, true);
    EXPECT_TRUE(error.leaves_out_registers);
    EXPECT_GE(error.points, 6) << held_out;
    EXPECT_LT(error.area_rms, 0.08) << held_out;
    EXPECT_LT(error.delay_rms, 0.20) << held_out;
    EXPECT_LT(error.delay_worst, 0.35) << held_out;
  }
  EXPECT_GT(fitted().joint_delay, 0.6);
  EXPECT_LT(fitted().joint_delay, 1.1);
}

TEST(Estimate, SeesTheStructure) {
  const Unit& volta = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  std::vector<UnitCost> costs{estimate(make_plan(volta))};
  EXPECT_EQ(costs[0].slowest, "aligner_0");
  EXPECT_FALSE(costs[0].error.leaves_out_registers);
  Unit unit = volta;
  const std::pair<const char*, const char*> kChanges[] = {
      {"aligner.registers", "aligner_0 to adder_tree_0_0"},
      {"adder_tree.registers_per_level", "aligner_0 to normalizer_result"},
      {"multiplier.registers", "multiplier to normalizer_result"}};
  for (const auto& [field, slowest] : kChanges) {
    unit = unit.with(std::string("structure.") + field, "0");
    costs.push_back(estimate(make_plan(unit)));
    const UnitCost &cost = costs.back(), &before = costs[costs.size() - 2];
    EXPECT_EQ(cost.slowest, slowest);
    EXPECT_GT(cost.all.delay, before.all.delay) << field;
    EXPECT_LT(cost.all.area, before.all.area) << field;
    EXPECT_TRUE(cost.error.leaves_out_registers);
    EXPECT_TRUE(cost.extrapolated.empty());
  }
  EXPECT_EQ(costs.back().stages.size(), 1u);
  // Ranks after the first cut their stage, and no point tells how well.
  const UnitCost ranks = estimate(make_plan(volta.with("structure.aligner.registers", "2")));
  EXPECT_EQ(ranks.stages[1].delay, costs[0].stages[1].delay / 2);
  EXPECT_EQ(ranks.slowest, "adder_tree_0_1");
  EXPECT_GT(ranks.all.flip_flops, costs[0].all.flip_flops);
  ASSERT_EQ(ranks.extrapolated.size(), 1U);
  EXPECT_EQ(ranks.extrapolated[0].stage, "aligner_0");
  EXPECT_EQ(ranks.extrapolated[0].what, "ranks");
}

// The fit is what an estimate is made of; a model of other points gives another.
TEST(Estimate, IsByTheModelThatIsFittedAnew) {
  const Plan plan = make_plan(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"));
  const UnitCost cost = estimate(plan);
  EXPECT_EQ(cost.all.area, estimate_by(fitted(), cost_points(), plan).all.area);
  EXPECT_EQ(cost.error.area_rms, error_of(fitted(), cost_points(), true).area_rms);
  CostPoints dearer = cost_points();
  for (CostPoint& point : dearer.points)
    for (StageCost& stage : point.stages) stage.area *= 2;
  const double twice = estimate_by(fit_model(dearer), dearer, plan).all.area;
  EXPECT_NEAR(twice / cost.all.area, 2, 1e-6);
}

TEST(Estimate, GrowsWithWidthsLanesAndRoundings) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  double before = 0;
  for (int bits = 8; bits <= 26; ++bits) {
    const double area =
        estimate(make_plan(unit.with("dot.fraction_bits", std::to_string(bits)))).all.area;
    EXPECT_GT(area, before) << bits;
    before = area;
  }
  const double plain = estimate(make_plan(unit)).all.area;
  EXPECT_GT(estimate(make_plan(unit.with("dot.alignment_rounding", "nearest_even"))).all.area,
            plain);
  EXPECT_LT(estimate(make_plan(unit.with("lanes", "16"))).all.area, 0.6 * plain);
}

// As synthesis has them, with three libraries (docs/cost.md).
TEST(Estimate, PutsRoundingsInOrder) {
  const Unit& volta = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  double before = 0;
  for (const char* rounding : {"toward_zero", "to_odd", "nearest_away", "nearest_even"}) {
    const double area =
        estimate(make_plan(volta.with("dot.alignment_rounding", rounding))).all.area;
    EXPECT_GT(area, before) << rounding;
    before = area;
  }
}

// A multiplexer takes about two gates; synthesis with this library gives 1.9 to 2.3.
TEST(Estimate, CountsASelect) {
  for (const char* id : {"hopper/mma.sp.m16n8k32.f32.f16.f16.f32",
                         "ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32"}) {
    const Unit& unit = catalog().find(id);
    const Plan sparse = make_plan(unit), dense = make_plan(dense_unit(unit));
    const double more = estimate(sparse).all.gates - estimate(dense).all.gates;
    const double bits = total(stage_widths(sparse)).select_bits;
    EXPECT_GT(more, 1.8 * bits) << id;
    EXPECT_LT(more, 2.6 * bits) << id;
  }
}

TEST(Estimate, SumsItsStages) {
  const UnitCost cost = estimate(make_plan(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32")));
  double area = 0, flip_flops = 0, longest = 0;
  for (const StageCost& stage : cost.stages) {
    area += stage.area;
    flip_flops += stage.flip_flops;
    longest = std::max(longest, stage.delay);
    EXPECT_NEAR(stage.gates, stage.area / cost.nand2_area, 1e-9);
    EXPECT_NEAR(stage.fo4, stage.delay / cost.fo4_delay, 1e-9);
    EXPECT_GT(stage.register_share, 0);
    EXPECT_LT(stage.register_share, 1);
  }
  EXPECT_NEAR(cost.all.area, area, 1e-6);
  EXPECT_EQ(cost.all.flip_flops, flip_flops);
  EXPECT_EQ(cost.all.delay, longest);
}

TEST(Estimate, IsThereForEveryRow) {
  for (const Unit& unit : catalog().units()) {
    const UnitCost cost = estimate(make_plan(unit));
    EXPECT_GT(cost.all.area, 0) << unit.instruction.id;
    EXPECT_GT(cost.all.delay, 0) << unit.instruction.id;
  }
}

// cost.txt shows where others are.
TEST(Estimate, ExtrapolatesToNoPointThatItWasFittedTo) {
  for (const CostPoint& point : cost_points().points) {
    if (point.is_held_out) continue;
    EXPECT_TRUE(estimate(make_plan(find_unit(point.unit))).extrapolated.empty())
        << as_typed(point.unit);
  }
}

// For sweeps.
TEST(Estimate, TakesNoTime) {
  const Plan plan = make_plan(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"));
  estimate(plan);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) estimate(plan);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

constexpr const char* kHead =
    "# nand2_area: 24\n# fo4_delay: 99\n"
    "use;unit;changes;stage;flip_flops;cells;area;register_area;delay\n";

TEST(CostPoints, AreRead) {
  const CostPoints read = read_cost_points(std::string(kHead) +
                                           "fit;u;f=1 g=2;multiplier;3;4;100;25;7.5\n"
                                           "fit;u;f=1 g=2;aligner_0;1;2;50;25;8\n"
                                           "check;u;;multiplier;3;4;100;25;7.5\n"
                                           "check;u;;all;3;4;100;25;9\n");
  ASSERT_EQ(read.points.size(), 2u);
  EXPECT_EQ(read.points[0].unit, (UnitArgument{"u", {"f=1", "g=2"}}));
  EXPECT_FALSE(read.points[0].is_held_out);
  ASSERT_EQ(read.points[0].stages.size(), 2u);
  EXPECT_EQ(read.points[0].stages[0].register_share, 0.25);
  EXPECT_EQ(read.points[0].stages[0].delay, 7.5);
  EXPECT_TRUE(read.points[1].is_held_out);
  EXPECT_TRUE(read.points[1].unit.changes.empty());
  EXPECT_FALSE(read.points[0].delay);
  ASSERT_EQ(read.points[1].stages.size(), 1u);
  EXPECT_EQ(read.points[1].delay, 9);
  EXPECT_EQ(read.how.nand2_area, 24);
}

// Products in fixed point are shifted by the multiplier, as no point's are. Synthesised, the units
// take 10,463 and 11,833 ps.
TEST(Estimate, OfGroupsInUnitsOfTheScalesIsNear) {
  const std::string sum = R"([{name="group",terms=["products"],exponent="scales",groups=GROUPS},)"
                          R"({name="dot",terms=["group","c"],fraction_bits=BITS}])";
  const auto with = [&](const char* lanes, const char* groups, const char* bits) {
    std::string text = sum;
    text.replace(text.find("GROUPS"), 6, groups).replace(text.find("BITS"), 4, bits);
    return estimate(
        make_plan(catalog()
                      .find("blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e2m1.1X.ue8m0")
                      .with("lanes", lanes)
                      .with("sum", text)));
  };
  const UnitCost sixteen = with("16", "4", "25"), eight = with("8", "2", "30");
  EXPECT_LT(std::abs(sixteen.all.delay / 10463 - 1), 0.16);
  EXPECT_LT(std::abs(eight.all.delay / 11833 - 1), 0.16);
  EXPECT_NE(sixteen.slowest, "multiplier");
}

TEST(CostPoints, AreRefusedWithTheLine) {
  Told told;
  for (const std::string& text :
       {std::string(kHead) + "fit;u;;m;1;2;3\n", std::string(kHead) + "else;u;;m;1;2;3;1;1\n",
        std::string(kHead) + "fit;u;;m;1;2;x;1;1\n", std::string(kHead) + "fit;u;;m;1;2;0;1;1\n",
        std::string("use;unit\n"),
        std::string("use;unit;changes;stage;flip_flops;cells;area;register_area;delay\n")})
    told.refusal<InputError>([&] { read_cost_points(text); });
}

}  // namespace
}  // namespace mmasc
