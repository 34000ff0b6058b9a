// SPDX-License-Identifier: Apache-2.0
// Synthesis with the tools and the library there are: repeatable, from the cache, stage by stage.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cost/flat_unit.h"
#include "cost/tools_here.h"
#include "mmasc/arith/sparsity.h"
#include "mmasc/arith/stage_widths.h"
#include "mmasc/cost/cells.h"
#include "mmasc/cost/library.h"
#include "mmasc/cost/random_word.h"
#include "mmasc/cost/register_time.h"
#include "mmasc/cost/synthesis.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/text_file.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;
using testing::flat_unit;
using testing::FlatUnit;
using testing::Folder;
using testing::message_of;

const Unit& small() {
  static const Unit unit = catalog()
                               .find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")
                               .with("lanes", "1")
                               .with("dot.fraction_bits", "6");
  return unit;
}

void expect_same(const UnitCost& x, const UnitCost& y) {
  ASSERT_EQ(x.stages.size(), y.stages.size());
  for (std::size_t i = 0; i < x.stages.size(); ++i) {
    EXPECT_EQ(x.stages[i].flip_flops, y.stages[i].flip_flops);
    EXPECT_EQ(x.stages[i].cells, y.stages[i].cells);
    EXPECT_EQ(x.stages[i].area, y.stages[i].area);
    EXPECT_EQ(x.stages[i].delay, y.stages[i].delay);
    EXPECT_EQ(x.stages[i].register_share, y.stages[i].register_share);
  }
}

class Synthesised : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = testing::missing_for_synthesis(); !missing.empty())
      GTEST_SKIP() << missing;
  }
  // With two processes, wherever this runs.
  Synthesis make(const Unit& unit, SynthesisRecipe recipe = SynthesisRecipe::area) const {
    return synthesise({unit}, {.recipe = recipe, .cache = folder_.path(), .processes = 2});
  }
  const Folder folder_;
};

TEST_F(Synthesised, OnceAndThenFromTheCache) {
  const std::vector<Unit> units{small(), small().with("result.rounding", "nearest_even")};
  const Synthesis first = make(units[0]);
  const int stages = static_cast<int>(first.costs[0].stages.size());
  EXPECT_EQ(first.synthesised, stages + 1);  // the whole
  const Synthesis again = make(units[0]);
  EXPECT_EQ(again.synthesised, 0);
  expect_same(first.costs[0], again.costs[0]);

  const Synthesis rounded = make(units[1]);
  EXPECT_EQ(rounded.synthesised, 2);
  EXPECT_NE(rounded.costs[0].stages.back().area, first.costs[0].stages.back().area);
  EXPECT_EQ(rounded.costs[0].stages.front().area, first.costs[0].stages.front().area);

  // Both at once, in processes of another number and a folder with a space: stages that are alike
  // once.
  const Folder elsewhere;
  const fs::path spaced = elsewhere.path() / "a cache";
  const Synthesis both = synthesise(units, {.cache = spaced, .processes = 3});
  EXPECT_EQ(both.synthesised, stages + 3);
  ASSERT_EQ(both.costs.size(), 2U);
  expect_same(first.costs[0], both.costs[0]);
  expect_same(rounded.costs[0], both.costs[1]);

  // Nothing but entries, and no tool's temporary files.
  for (const auto& each : fs::directory_iterator(folder_.path()))
    EXPECT_TRUE(each.path().extension().empty() || each.path().extension() == ".lock")
        << each.path();
}

TEST_F(Synthesised, AWordOfRandomBitsIsAsEstimatesHaveIt) {
  if (const std::string other = testing::missing_for_kept_numbers(); !other.empty())
    GTEST_SKIP() << other;
  const Unit unit = small().with("result.rounding", "{ mode = \"stochastic\", random_bits = 8 }");
  const StageCost word = make(unit).costs[0].random_word, estimated = estimated_random_word();
  EXPECT_EQ(word.flip_flops, estimated.flip_flops);
  EXPECT_EQ(word.area, estimated.area);
  EXPECT_EQ(word.register_share, estimated.register_share);
  EXPECT_EQ(word.delay, estimated.delay);
}

// Hardware of two formats takes more than that of either, and less than both beside each other.
TEST_F(Synthesised, SeveralFormatsInOneUnit) {
  const auto lane = [](const char* id) {
    return catalog().find(id).with("lanes", "1").with("dot.fraction_bits", "6");
  };
  const std::vector<Unit> units{lane("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"),
                                lane("hopper/wgmma.m64nNk32.f32.e5m2.e5m2")};
  const SynthesisOptions options{.cache = folder_.path(), .processes = 2};
  const UnitCost joint = synthesise_formats(units, options);
  const std::vector<UnitCost> alone = synthesise(units, options).costs;
  EXPECT_GT(joint.all.area, std::max(alone[0].all.area, alone[1].all.area));
  EXPECT_LT(joint.all.area, alone[0].all.area + alone[1].all.area);
  EXPECT_EQ(joint.stages.size(), alone[0].stages.size());
  EXPECT_THROW(synthesise_formats({units[0], units[1].with("lanes", "2")}, options), InputError);
}

// The select of a sparse A: multiplexers before the multipliers, and no flip-flop.
TEST_F(Synthesised, ASparseAHasASelectMore) {
  const Unit sparse = catalog()
                          .find("hopper/wgmma.sp.m64nNk64.f32.e4m3.e4m3")
                          .with("lanes", "4")
                          .with("dot.fraction_bits", "8");
  const Synthesis both =
      synthesise({sparse, dense_unit(sparse)}, {.cache = folder_.path(), .processes = 2});
  const StageCost &with = both.costs[0].stages.front(), &without = both.costs[1].stages.front();
  EXPECT_EQ(with.flip_flops, without.flip_flops);
  const double bits = total(stage_widths(make_plan(sparse))).select_bits;
  EXPECT_EQ(bits, 4 * 3 * 8);
  EXPECT_GT(with.gates - without.gates, bits);
  EXPECT_LT(with.gates - without.gates, 4 * bits);
  for (std::size_t i = 1; i < both.costs[0].stages.size(); ++i)
    EXPECT_EQ(both.costs[0].stages[i].area, both.costs[1].stages[i].area);
}

void expect_figures_that_fit_together(const UnitCost& cost) {
  EXPECT_EQ(cost.library, default_liberty().empty() ? kOwnCells : "osu018_stdcells.lib");
  EXPECT_EQ(cost.nand2_area, 24);
  EXPECT_NEAR(cost.fo4_delay, cost.library == kOwnCells ? 60 : 99.2, 0.5);
  for (const StageCost& stage : cost.stages) {
    EXPECT_GT(stage.flip_flops, 0) << stage.stage;
    EXPECT_GT(stage.cells, stage.flip_flops) << stage.stage;
    EXPECT_GT(stage.area, 96 * stage.flip_flops) << stage.stage;  // of the smallest flip-flop
    EXPECT_GT(stage.delay, 0) << stage.stage;
    EXPECT_GT(stage.register_share, 0.1) << stage.stage;
    EXPECT_LT(stage.register_share, 1) << stage.stage;
  }
}

// The sum of the stages is the flat unit's area, and the delay of all is its delay.
void expect_the_flat_unit(const UnitCost& cost, const Unit& unit) {
  const FlatUnit flat = flat_unit(unit);
  EXPECT_NEAR(cost.all.area / flat.area, 1, 0.03);
  EXPECT_EQ(cost.all.delay, flat.delay);
}

// Ranks are moved into the stage that they follow, and the other stages stay as they are.
void expect_further_ranks_to_cut_their_stage(const UnitCost& one, const UnitCost& three) {
  ASSERT_EQ(three.stages.size(), one.stages.size());
  for (std::size_t i = 0; i < one.stages.size(); ++i) {
    const StageCost &before = one.stages[i], &after = three.stages[i];
    if (before.stage != "aligner_0") {
      EXPECT_EQ(after.delay, before.delay) << before.stage;
      continue;
    }
    EXPECT_NEAR(after.delay / before.delay, 1.0 / 3, 0.07);
    EXPECT_GT(after.flip_flops, 2 * before.flip_flops);
    EXPECT_NEAR(after.area * (1 - after.register_share), before.area * (1 - before.register_share),
                0.05 * before.area);
  }
  const auto slowest = std::ranges::max_element(three.stages, {}, &StageCost::delay);
  EXPECT_NE(slowest->stage, "aligner_0");
  EXPECT_EQ(three.slowest, slowest->stage);
  EXPECT_EQ(three.all.delay, slowest->delay);
  EXPECT_GT(three.ready_delay, 100);
  EXPECT_EQ(one.ready_delay, 0);
}

TEST_F(Synthesised, IsTheFlatUnitAndDeeperWithFurtherRanks) {
  const Unit two_lanes = small().with("lanes", "2").with("dot.fraction_bits", "10");
  const UnitCost cost = make(two_lanes).costs[0];
  expect_figures_that_fit_together(cost);
  expect_the_flat_unit(cost, two_lanes);
  const Unit deep = two_lanes.with("structure.aligner.registers", "3");
  const Synthesis deeper = make(deep);
  EXPECT_EQ(deeper.synthesised, 2);  // the aligner, and ready of all ranks
  expect_further_ranks_to_cut_their_stage(cost, deeper.costs[0]);
  EXPECT_EQ(make(deep).synthesised, 0);
  const UnitCost speed = make(two_lanes, SynthesisRecipe::speed).costs[0];
  EXPECT_GT(speed.all.area, cost.all.area);
  EXPECT_LT(speed.all.delay, cost.all.delay);
}

const char* const kUnregistered[] = {"structure.aligner.registers",
                                     "structure.adder_tree.registers_per_level",
                                     "structure.multiplier.registers"};

// Each structure has the delay of its own RTL; the stages that keep their registers are not
// synthesised again.
TEST_F(Synthesised, APathRunsThroughStagesWithoutRegisters) {
  std::vector<UnitCost> costs = make(small()).costs;
  Unit unit = small();
  for (const char* field : kUnregistered) {
    unit = unit.with(field, "0");
    const Synthesis synthesis = make(unit);
    const UnitCost& cost = synthesis.costs[0];
    EXPECT_EQ(synthesis.synthesised, cost.stages.size() == 1 ? 1 : 2) << field;
    EXPECT_GT(cost.all.delay, 1.05 * costs.front().all.delay) << field;
    EXPECT_LT(cost.all.area, costs.back().all.area) << field;
    EXPECT_NE(cost.slowest.find(" to "), std::string::npos) << cost.slowest;
    for (const UnitCost& other : costs) EXPECT_NE(cost.all.delay, other.all.delay) << field;
    costs.push_back(cost);
  }
  const FlatUnit flat = flat_unit(unit);
  EXPECT_EQ(costs.back().all.delay, flat.delay);
  EXPECT_NEAR(costs.back().all.area / flat.area, 1, 0.03);
  EXPECT_EQ(costs.back().slowest, "multiplier to normalizer_result");
}

constexpr const char* kTwoSums = R"x([datapath."two.sums"]
lanes  = 2
sum    = [
  { name = "group", terms = ["products"], fraction_bits = 6 },
  { name = "dot", terms = ["group", "c"], fraction_bits = 6 },
]
result = { format = "f32", rounding = "toward_zero" }

[instruction."my/two"]
shape    = { m = 8, n = 8, k = 2 }
formats  = { a = "e2m1", b = "e2m1", c = "f32" }
datapath = "two.sums"
)x";

// Bits of d that never change are constants: abc takes these beside no gate of a library.
TEST_F(Synthesised, RanksAreMovedBeforeOutputsThatNeverChange) {
  const Folder work;
  write_text(work.path() / "two.toml", kTwoSums);
  Unit unit = find_unit((work.path() / "two.toml").string() + ":my/two");
  for (const char* field : kUnregistered) unit = unit.with(field, "0");
  const UnitCost one = make(unit).costs[0],
                 two = make(unit.with("structure.normalizer.registers", "2")).costs[0];
  ASSERT_EQ(two.stages.size(), 1U);
  EXPECT_LT(two.stages[0].delay, 0.6 * one.stages[0].delay);
}

// An inverter of four is five of a load of its own, by construction; areas are about OSU018's.
TEST_F(Synthesised, WithCellsThatNoFoundryMade) {
  const Folder work;
  const fs::path file = work.path() / "cells.lib";
  write_text(file, own_cells());
  const SynthesisOptions options{.liberty = file, .cache = folder_.path(), .processes = 2};
  const UnitCost cost = synthesise({small()}, options).costs[0], usual = make(small()).costs[0];
  EXPECT_EQ(cost.library, "cells.lib");
  EXPECT_EQ(cost.nand2_area, 24);
  EXPECT_EQ(cost.fo4_delay, 60);
  EXPECT_EQ(cost.all.flip_flops, usual.all.flip_flops);
  EXPECT_GT(cost.all.gates, 0.9 * usual.all.gates);
  EXPECT_LT(cost.all.gates, 1.1 * usual.all.gates);
  // Of the one with a reset, whose output drives four inverters of 6 fF.
  const auto time = register_time(options);
  ASSERT_TRUE(time);
  EXPECT_EQ(std::lround(time->output), 216 + 4 * 12);
  EXPECT_EQ(std::lround(time->setup), 84);
  EXPECT_GT(time->enable, 0);
}

TEST_F(Synthesised, OtherFilesAreNoLibraries) {
  const Folder work;
  const fs::path other = work.path() / "other.lib";
  const auto message = [&] {
    return message_of<std::runtime_error>(
        [&] { synthesise({small()}, {.liberty = other, .cache = folder_.path()}); });
  };
  EXPECT_EQ(message(), other.string() + ": no such file; give a liberty file");
  write_text(other, "no liberty\n");
  EXPECT_NE(message().find(other.string()), std::string::npos);
  write_text(other, "library(empty) {\n}\n");
  EXPECT_NE(message().find(other.string()), std::string::npos);
}

}  // namespace
}  // namespace mmasc
