// SPDX-License-Identifier: Apache-2.0
// The SystemC dot-product unit taking one operation a cycle. Figures are clock cycles a second.
#include <systemc>

#include "aims.h"
#include "pipeline/child_process.h"
#include "pipeline/dot_product_unit.h"
#include "spec/catalog.h"
#include "stimulus.h"

namespace mmasc {
namespace {

// Offers an operation every cycle and takes every result.
class Driver : public sc_core::sc_module {
 public:
  Driver(sc_core::sc_module_name name, const Unit& unit)
      : sc_module(name),
        stimulus_(unit),
        operands_(stimulus_.steps(64)),
        dot(make_dot_product_unit("dot", stimulus_.sequence().plan())) {
    dot->clk_i(clk);
    dot->rst_ni(rst_n);
    dot->bind_input(input);
    dot->bind_output(output);
    SC_METHOD(on_clock);
    sensitive << clk.posedge_event();
    dont_initialize();
  }
  SC_HAS_PROCESS(Driver);

  std::uint64_t results = 0;

 private:
  void on_clock() {
    rst_n.write(true);
    output.ready.write(true);
    input.valid.write(true);
    input.data.write({id_, operands_[id_ % operands_.size()]});
    ++id_;
    if (output.valid.read()) ++results;
  }

  Stimulus stimulus_;
  std::vector<Operands> operands_;
  std::uint64_t id_ = 0;

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  Link<Operands> input{"input"};
  Link<Result> output{"output"};
  std::unique_ptr<DotProductUnit> dot;
};

void pipeline(benchmark::State& state, Driver* driver) {
  constexpr int kCycles = 1000;
  const std::uint64_t before = driver->results;
  for (auto _ : state) sc_core::sc_start(kCycles, sc_core::SC_NS);
  if (driver->results == before) state.SkipWithError("no result came out");
  report(state, "cycles", static_cast<double>(state.iterations()) * kCycles, kPipelineCycles);
}

struct Case {
  const char* unit;
  const char* radix;  // of the adder tree
};

// An adder tree of one level makes four ranks of registers, as the units that the aims come from.
constexpr Case kCases[] = {
    {"hopper/mma.m16n8k16.f32.f16.f16.f32", "4"},
    {"hopper/mma.m16n8k16.f32.f16.f16.f32", "17"},
    {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "4"},
    {"volta/mma.m8n8k4.f32.f16.f16.f32", "4"},
};

void run(const Case& chosen) {
  const Unit unit = catalog().find(chosen.unit).with("structure.adder_tree.radix", chosen.radix);
  Driver driver("driver", unit);
  const std::string name = std::string(chosen.unit) + "/radix:" + chosen.radix;
  benchmark::RegisterBenchmark(name.c_str(),
                               [&](benchmark::State& state) { pipeline(state, &driver); });
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
