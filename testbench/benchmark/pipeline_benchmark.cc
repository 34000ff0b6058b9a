// SPDX-License-Identifier: Apache-2.0
// The SystemC dot-product unit taking one operation a cycle, or stalled at random. Figures are
// clock cycles a second.
#include "aims.h"
#include "pipeline/child_process.h"
#include "run_pipeline.h"
#include "spec/catalog.h"

namespace mmasc {
namespace {

struct Case {
  const char* unit;
  const char* radix;  // of the adder tree
  int stalls = 0;     // percent of the cycles
};

// An adder tree of one level makes four ranks of registers, as the units that the aims come from.
constexpr Case kCases[] = {
    {"hopper/mma.m16n8k16.f32.f16.f16.f32", "4"},     {"hopper/mma.m16n8k16.f32.f16.f16.f32", "17"},
    {"hopper/mma.m16n8k16.f32.f16.f16.f32", "4", 30}, {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "4"},
    {"volta/mma.m8n8k4.f32.f16.f16.f32", "4"},
};

void run(const Case& chosen) {
  const Unit unit = catalog().find(chosen.unit).with("structure.adder_tree.radix", chosen.radix);
  Driver driver("driver", unit, chosen.stalls);
  const std::string name = std::string(chosen.unit) + "/radix:" + chosen.radix +
                           "/stalls:" + std::to_string(chosen.stalls);
  benchmark::RegisterBenchmark(name.c_str(),
                               [&](benchmark::State& state) { run_pipeline(state, driver); });
  benchmark::RunSpecifiedBenchmarks();
}

}  // namespace
}  // namespace mmasc

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const mmasc::Case& chosen : mmasc::kCases)
    mmasc::run_in_child([&] {
      mmasc::run(chosen);
      return std::vector<std::uint8_t>{};
    });
  return 0;
}
