// SPDX-License-Identifier: Apache-2.0
// One unit as verilated RTL, as the SystemC pipeline, and both in lock step, an operation a cycle.
// Figures are clock cycles a second.
#include "aims.h"
#include "mmasc/cosim/lock_step.h"
#include "mmasc/pipeline/child_process.h"
#include "mmasc/rtl/rtl_unit.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/verilated/unit_model.h"
#include "pipeline_driver.h"
#include "run_pipeline.h"

namespace mmasc {
namespace {

constexpr int kOperations = 64;

// All that is compared, compiled once.
struct Subject {
  explicit Subject(const Unit& unit)
      : unit(unit),
        stimulus(unit),
        rtl(emit_rtl(stimulus.sequence().plan(), kUnitTop)),
        library(rtl, unit.instruction.id, Cache(default_cache_folder())),
        operations(stimulus.steps(kOperations)) {}

  const Plan& plan() const { return stimulus.sequence().plan(); }
  const Operands& operation(std::uint64_t id) const { return operations[id % operations.size()]; }

  const Unit& unit;
  const Stimulus stimulus;
  const Rtl rtl;
  const UnitLibrary library;
  const std::vector<Operands> operations;
};

void verilated(benchmark::State& state, const Subject& subject) {
  constexpr int kCycles = 1000;
  UnitModel model(subject.library, subject.plan());
  std::uint32_t id = 0;
  std::uint64_t results = 0;
  for (auto _ : state)
    for (int i = 0; i < kCycles; ++i) {
      model.offer(id, subject.operation(id));
      ++id;
      if (model.cycle().valid) ++results;
    }
  if (results == 0) state.SkipWithError("no result came out");
  report(state, "cycles", static_cast<double>(state.iterations()) * kCycles, {});
}

// SystemC's one run in this process.
void lock_step(benchmark::State& state, const Subject& subject) {
  LockStepOptions options;
  options.cycles = 100'000;
  options.stall_percent = 0;
  const LockStepSubject both{subject.plan(), subject.rtl.stages, subject.library,
                             [&](std::uint64_t id) { return subject.operation(id); }};
  LockStepReport run;
  for (auto _ : state) run = run_lock_step_here(both, options);
  if (run.divergence) state.SkipWithError("the units differ");
  if (run.results == 0) state.SkipWithError("no result came out");
  report(state, "cycles", static_cast<double>(run.cycles), {});
}

void in_child(const std::function<void()>& work) {
  run_in_child([&] {
    work();
    return std::vector<std::uint8_t>{};
  });
}

void measure(const Subject& subject) {
  const auto named = [&](const char* what) { return what + ("/" + subject.unit.instruction.id); };
  in_child([&] {
    benchmark::RegisterBenchmark(named("verilated").c_str(),
                                 [&](benchmark::State& state) { verilated(state, subject); });
    benchmark::RunSpecifiedBenchmarks();
  });
  in_child([&] {
    Driver driver("driver", subject.unit);
    benchmark::RegisterBenchmark(named("pipeline").c_str(),
                                 [&](benchmark::State& state) { run_pipeline(state, driver); });
    benchmark::RunSpecifiedBenchmarks();
  });
  in_child([&] {
    benchmark::RegisterBenchmark(named("lock_step").c_str(), [&](benchmark::State& state) {
      lock_step(state, subject);
    })->Iterations(1);
    benchmark::RunSpecifiedBenchmarks();
  });
}

constexpr const char* kUnits[] = {
    "volta/mma.m8n8k4.f32.f16.f16.f32",
    "hopper/mma.m16n8k16.f32.f16.f16.f32",
    "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
    "cdna2/v_mfma_f32_32x32x8f16",
};

}  // namespace
}  // namespace mmasc

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const char* id : mmasc::kUnits) mmasc::measure(mmasc::Subject(mmasc::catalog().find(id)));
  return 0;
}
