// SPDX-License-Identifier: Apache-2.0
// The SystemC dot-product unit taking one operation a cycle, or stalled at random, and an MMA unit
// with all its units busy. Figures are clock cycles a second.
#include "aims.h"
#include "mmasc/pipeline/child_process.h"
#include "mmasc/unit/catalog.h"
#include "pipeline_driver.h"
#include "run_pipeline.h"
#include "tile_driver.h"

namespace mmasc {
namespace {

struct Busy {
  const char* unit;
  const char* radix;  // of the adder tree
  int stalls = 0;     // percent of the cycles
};

// An adder tree of one level makes four ranks of registers, as the units that the aims come from.
constexpr Busy kCases[] = {
    {"hopper/mma.m16n8k16.f32.f16.f16.f32", "4"},     {"hopper/mma.m16n8k16.f32.f16.f16.f32", "17"},
    {"hopper/mma.m16n8k16.f32.f16.f16.f32", "4", 30}, {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "4"},
    {"volta/mma.m8n8k4.f32.f16.f16.f32", "4"},
};

void run(const Busy& chosen) {
  const Unit unit = catalog().find(chosen.unit).with("structure.adder_tree.radix", chosen.radix);
  Driver driver("driver", unit, chosen.stalls);
  const std::string name = std::string(chosen.unit) + "/radix:" + chosen.radix +
                           "/stalls:" + std::to_string(chosen.stalls);
  benchmark::RegisterBenchmark(name.c_str(),
                               [&](benchmark::State& state) { run_pipeline(state, driver); });
  benchmark::RunSpecifiedBenchmarks();
}

// An m16n8k16 a cycle. Between two tiles the units idle: 10 of some 270 cycles.
void run_array() {
  constexpr int kM = 16, kN = 8, kTiles = 256;
  const Unit unit = catalog()
                        .find("hopper/mma.m16n8k16.f32.f16.f16.f32")
                        .with("structure.units", std::to_string(kM * kN));
  TileDriver driver("driver", unit, busy_tile(unit, kM, kN, kTiles));
  benchmark::RegisterBenchmark(
      "array/hopper/mma.m16n8k16.f32.f16.f16.f32",
      [&](benchmark::State& state) { run_pipeline(state, driver, kArrayCycles); });
  benchmark::RunSpecifiedBenchmarks();
}

void run_alone(const std::function<void()>& benchmark) {
  run_in_child([&] {
    benchmark();
    return std::vector<std::uint8_t>{};
  });
}

}  // namespace
}  // namespace mmasc

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const mmasc::Busy& chosen : mmasc::kCases) mmasc::run_alone([&] { mmasc::run(chosen); });
  mmasc::run_alone(mmasc::run_array);
  return 0;
}
