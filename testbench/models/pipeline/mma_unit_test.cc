// SPDX-License-Identifier: Apache-2.0
// Whole tiles: every element of D, every cycle.
#include "mmasc/pipeline/mma_unit.h"

#include <gtest/gtest.h>

#include "mmasc/pipeline/simulate.h"
#include "mmasc/unit/tile_cycles.h"
#include "pipeline/bench.h"
#include "pipeline/random_tile.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr std::array kTileSamples{
    Sample{"ampere_f16", "ampere/mma.m16n8k16.f32.f16.f16.f32"},  // two steps
    Sample{"ampere_tf32", "ampere/mma.m16n8k8.f32.tf32.tf32.f32"},
    Sample{"hopper_late_c", "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16"},
    Sample{"blackwell_fp4", "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"},
    Sample{"cdna2_f32", "cdna2/v_mfma_f32_16x16x4f32"},  // four steps of one product
    Sample{"cdna2_f16", "cdna2/v_mfma_f32_16x16x16f16"},
    Sample{"cdna3_f16", "cdna3/v_mfma_f32_16x16x16_f16"},
    Sample{"ampere_f64", "ampere/mma.m8n8k4.f64.f64.f64.f64"},
};

class MmaUnitTile : public ::testing::TestWithParam<Sample> {};

int cycles_of(const Unit& unit, const TileData& tile) {
  return static_cast<int>(tile_cycles(unit, tile->size()));
}

void expect_tile(const Unit& unit, const TileCase& tile) {
  const Simulation simulation = simulate(Sequence(unit), tile.tile);
  EXPECT_EQ(simulation.d, tile.d);
  EXPECT_EQ(simulation.cycles, static_cast<std::uint64_t>(cycles_of(unit, tile.tile)))
      << unit.structure.units << " units, interval " << unit.structure.initiation_interval << ", "
      << tile.tile->size() << " elements";
}

// m, n and blocks of the instruction's own, whichever of them are small.
TEST_P(MmaUnitTile, OfTheInstructionsShape) {
  const Unit unit = GetParam().unit();
  const TileShape& shape = unit.instruction.shape;
  expect_tile(unit,
              random_tile(unit, std::min(shape.m, 16), std::max(shape.n.min, 8), shape.blocks, 1));
}

TEST_P(MmaUnitTile, OverEveryNumberOfUnitsAndInterval) {
  Unit unit = GetParam().unit();
  const TileCase tile = random_tile(unit, 3, 2, 2, 2);
  for (int units = 1; units <= 5; ++units)
    for (int interval = 1; interval <= 4; ++interval) {
      unit.structure.units = units;
      unit.structure.initiation_interval = interval;
      expect_tile(unit, tile);
    }
}

TEST_P(MmaUnitTile, OfEverySizeAndStructure) {
  Unit unit = GetParam().unit();
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    Structure& s = unit.structure;
    s.multiplier.registers = random.between(0, 2);
    s.aligner.registers = random.between(0, 2);
    s.adder_tree = {random.between(2, 6), random.between(0, 2)};
    s.normalizer.registers = random.between(1, 3);
    s.units = random.between(1, 5);
    s.initiation_interval = random.between(1, 4);
    const int m = random.between(1, 5), n = random.between(1, 4), blocks = random.between(1, 3);
    expect_tile(unit, random_tile(unit, m, n, blocks, seed));
  }
}

// Tile after tile, at random gaps, to a sink that stalls: the next is taken on the edge after D is.
TEST_P(MmaUnitTile, FollowsTile) {
  constexpr int kTiles = 6;
  Unit unit = GetParam().unit();
  unit.structure.units = 2;
  std::vector<TileData> tiles;
  std::vector<TileCase> cases;
  for (int i = 0; i < kTiles; ++i) {
    cases.push_back(random_tile(unit, 1 + i % 3, 2, 1 + i % 2, static_cast<std::uint64_t>(i)));
    tiles.push_back(cases.back().tile);
  }
  Clock clock;
  MmaUnit mma("mma", unit);
  Bench<TileData, TileResult> bench("bench", clock, mma);
  clock.start_in_reset();
  Random random(1);
  Schedule schedule = Schedule::random(random, kTiles, 50, 0);
  for (int cycle = 0; cycle < 1000; ++cycle) schedule.ready.push_back(random.chance(30));
  bench.start(tiles, schedule);
  clock.run(3000);

  ASSERT_EQ(bench.delivered.size(), cases.size());
  int free_at = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(bench.delivered[i].id, i);
    EXPECT_EQ(*bench.delivered[i].payload, cases[i].d);
    const int taken = std::max(schedule.offered[i], free_at);
    int delivered = taken + cycles_of(unit, tiles[i]);
    while (!schedule.ready_at(delivered)) ++delivered;
    EXPECT_EQ(bench.accepted[i], taken) << i;
    EXPECT_EQ(bench.delivered[i].cycle, delivered) << i;
    free_at = delivered + 1;
  }
}

TEST_P(MmaUnitTile, EndsWithAReset) {
  Unit unit = GetParam().unit();
  unit.structure.units = 2;
  const TileCase before = random_tile(unit, 3, 3, 1, 1), after = random_tile(unit, 2, 2, 2, 2);
  Clock clock;
  MmaUnit mma("mma", unit);
  Bench<TileData, TileResult> bench("bench", clock, mma);
  clock.start_in_reset();
  Random random(3);
  for (int round = 0; round < 12; ++round) {
    bench.start({before.tile}, Schedule::back_to_back(1));
    clock.run(2 + random.below(cycles_of(unit, before.tile)));
    EXPECT_EQ(bench.accepted.size(), 1u);
    EXPECT_TRUE(bench.delivered.empty());
    bench.start({}, {});
    if (round % 2 == 0) {
      clock.pulse_reset();
    } else {
      clock.rst_n.write(false);
      Clock::settle();
      EXPECT_FALSE(bench.output.valid.read());
      clock.run(1 + random.below(3));
      clock.rst_n.write(true);
    }
    clock.run(random.below(5));
    EXPECT_TRUE(bench.delivered.empty());
    bench.start({after.tile}, Schedule::back_to_back(1));
    clock.run(cycles_of(unit, after.tile) + 5);
    ASSERT_EQ(bench.delivered.size(), 1u);
    EXPECT_EQ(*bench.delivered[0].payload, after.d);
    EXPECT_EQ(bench.delivered[0].cycle - bench.accepted[0], cycles_of(unit, after.tile));
  }
}

INSTANTIATE_TEST_SUITE_P(Units, MmaUnitTile, ::testing::ValuesIn(kTileSamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
