// SPDX-License-Identifier: Apache-2.0
// Units on vector lanes are units made of modules: every register in every cycle, on every target,
// to a sink that stalls and after a reset. Units too wide for lanes stay modules.
#include "mmasc/pipeline/unit_array.h"

#include <gtest/gtest.h>

#include "mmasc/pipeline/mma_unit.h"
#include "mmasc/unit/tile_cycles.h"
#include "pipeline/bench.h"
#include "pipeline/random_tile.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr std::array kArraySamples{
    Sample{"ampere_f16", "ampere/mma.m16n8k16.f32.f16.f16.f32"},  // two steps
    Sample{"hopper_f16", "hopper/mma.m16n8k16.f32.f16.f16.f32"},
    Sample{"hopper_bf16", "hopper/mma.m16n8k16.f32.bf16.bf16.f32"},
    Sample{"hopper_late_c", "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16"},
    Sample{"hopper_wide_late_c", "hopper/mma.m16n8k32.f32.e4m3.e4m3.f32"},  // lanes, then modules
    Sample{"hopper_f64", "hopper/mma.m8n8k4.f64.f64.f64.f64"},              // modules
    Sample{"blackwell_fp4", "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"},
    Sample{"cdna2_f16", "cdna2/v_mfma_f32_16x16x16f16"},   // rounds at every node
    Sample{"cdna3_f16", "cdna3/v_mfma_f32_16x16x16_f16"},  // c late
    Sample{"ampere_int8", "ampere/mma.m16n8k32.satfinite.s32.s8.u8.s32"},
};

// Compares two lists of registers that hold an operation, or have held one.
void expect_equal(const std::vector<RegisterView>& x, const std::vector<RegisterView>& y,
                  int cycle) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(x[i].name, y[i].name);
    const std::string at = x[i].name + " in cycle " + std::to_string(cycle);
    ASSERT_EQ(x[i].valid_q(0), y[i].valid_q(0)) << at;
    ASSERT_EQ(x[i].id_q(0), y[i].id_q(0)) << at;
    PackedBits of_x, of_y;
    x[i].payload_q(of_x);
    y[i].payload_q(of_y);
    for (const RegisterView::Field& field : x[i].fields)
      ASSERT_EQ(bits_of(of_x, field), bits_of(of_y, field)) << at << ", " << field.name;
  }
}

bool has_modules(const MmaUnit& mma, const char* array) {
  return sc_core::sc_find_object((std::string(mma.name()) + "." + array + "_0").c_str()) != nullptr;
}

void expect_modules_where_lanes_do_not_fit(const MmaUnit& mma, const Unit& unit) {
  const Sequence sequence(unit);
  EXPECT_EQ(has_modules(mma, "dot"), !fits_lanes(sequence.plan()));
  if (const Plan* late_c = sequence.late_c_plan()) {
    EXPECT_EQ(has_modules(mma, "late_c"), !fits_lanes(*late_c));
  }
}

class UnitArrayRegisters : public ::testing::TestWithParam<Sample> {};

TEST_P(UnitArrayRegisters, AreThoseOfModules) {
  if (lane_targets().empty()) GTEST_SKIP() << "this build or processor has no vector lanes";
  Unit unit = GetParam().unit();
  Clock clock;
  Random random(1);
  int made = 0;
  struct Pair {
    Unit unit;
    TileCase tile, second;
    std::unique_ptr<MmaUnit> modules, lanes;
    std::unique_ptr<Bench<TileData, TileResult>> of_modules, of_lanes;
  };
  std::vector<Pair> pairs;
  for (const LaneTarget& target : lane_targets())
    for (const int units : {std::max(2, target.lanes / 2), target.lanes, target.lanes + 3}) {
      Structure& s = unit.structure;
      s.units = units;
      s.initiation_interval = random.between(1, 2);
      s.multiplier.registers = random.between(0, 2);
      s.aligner.registers = random.between(0, 2);
      s.adder_tree = {random.between(2, 6), random.between(0, 2)};
      s.normalizer.registers = random.between(1, 2);
      Pair& pair = pairs.emplace_back();
      pair.unit = unit;
      const auto seed = static_cast<std::uint64_t>(++made);
      pair.tile = random_tile(unit, 5, 4, 1, seed);  // no multiple of most numbers of units
      pair.second = random_tile(unit, 4, 8, 1, 100 + seed);
      const std::string of = std::to_string(made);
      pair.modules = std::make_unique<MmaUnit>(("modules" + of).c_str(), unit, nullptr);
      pair.lanes = std::make_unique<MmaUnit>(("lanes" + of).c_str(), unit, &target);
      EXPECT_TRUE(has_modules(*pair.modules, "dot"));
      expect_modules_where_lanes_do_not_fit(*pair.lanes, unit);
      pair.of_modules = std::make_unique<Bench<TileData, TileResult>>(("bench_m" + of).c_str(),
                                                                      clock, *pair.modules);
      pair.of_lanes = std::make_unique<Bench<TileData, TileResult>>(("bench_l" + of).c_str(), clock,
                                                                    *pair.lanes);
    }
  std::vector<std::pair<std::vector<RegisterView>, std::vector<RegisterView>>> views;
  for (const Pair& pair : pairs)
    views.emplace_back(pair.modules->registers(), pair.lanes->registers());
  clock.start_in_reset();
  const auto start = [&](int count, const Schedule& schedule) {
    for (const Pair& pair : pairs) {
      std::vector<TileData> tiles{pair.tile.tile, pair.second.tile};
      tiles.resize(static_cast<std::size_t>(count));
      pair.of_modules->start(tiles, schedule);
      pair.of_lanes->start(tiles, schedule);
    }
  };
  const auto run = [&](int cycles) {
    for (int cycle = 0; cycle < cycles && !HasFatalFailure(); ++cycle) {
      clock.run(1);
      for (std::size_t i = 0; i < pairs.size() && !HasFatalFailure(); ++i) {
        SCOPED_TRACE(std::to_string(pairs[i].unit.structure.units) + " units");
        expect_equal(views[i].first, views[i].second, cycle);
      }
    }
  };
  start(1, Schedule::back_to_back(1));
  run(9);
  clock.pulse_reset();
  std::int64_t stall = 0, second = 0;
  for (const Pair& pair : pairs) {
    stall = std::max(stall, tile_cycles(pair.unit, pair.tile.tile->size()) + 1);
    second = std::max(second, tile_cycles(pair.unit, pair.second.tile->size()));
  }
  Schedule stalled = Schedule::back_to_back(2);
  stalled.ready.assign(static_cast<std::size_t>(stall), false);
  start(2, stalled);
  run(static_cast<int>(stall + second) + 10);
  for (const Pair& pair : pairs) {
    ASSERT_EQ(pair.of_lanes->delivered.size(), 2u);
    EXPECT_EQ(*pair.of_lanes->delivered[0].payload, pair.tile.d);
    EXPECT_EQ(*pair.of_lanes->delivered[1].payload, pair.second.d);
    EXPECT_EQ(pair.of_lanes->delivered[0].cycle, stall);
    EXPECT_EQ(pair.of_lanes->delivered[1].cycle, pair.of_modules->delivered[1].cycle);
  }
}

INSTANTIATE_TEST_SUITE_P(Units, UnitArrayRegisters, ::testing::ValuesIn(kArraySamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
