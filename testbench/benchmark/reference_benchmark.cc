// SPDX-License-Identifier: Apache-2.0
// The reference evaluation, one fused step an iteration or many at once. Figures are dot products a
// second.
#include "aims.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/reference.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/catalog.h"
#include "stimulus.h"

namespace mmasc {
namespace {

void reference(benchmark::State& state, const char* id) {
  const Stimulus stimulus(catalog().find(id));
  const std::vector<Operands> operands = stimulus.steps(64);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluate(stimulus.sequence().plan(), operands[i]));
    i = (i + 1) % operands.size();
  }
  report(state, "dots", static_cast<double>(state.iterations()), kReferenceDots);
}

// Whole instructions of one fused step, 256 in a call.
void reference_many(benchmark::State& state, const char* id) {
  const Unit& unit = catalog().find(id);
  const Stimulus stimulus(unit);
  const auto engine = make_reference_engine(unit);
  PackedCases packed(stimulus.cases(256));
  const DotBatch batch = packed.batch();
  for (auto _ : state) {
    engine->dot(batch);
    benchmark::DoNotOptimize(packed.d.data());
  }
  report(state, "dots",
         static_cast<double>(state.iterations()) * static_cast<double>(packed.d.size()),
         kReferenceDots);
}

BENCHMARK_CAPTURE(reference, f16_L16_F25, "hopper/mma.m16n8k16.f32.f16.f16.f32");
BENCHMARK_CAPTURE(reference, e4m3_L32_F13, "hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
BENCHMARK_CAPTURE(reference, fp4_L64,
                  "rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3");
BENCHMARK_CAPTURE(reference, f16_L8_late_c, "cdna3/v_mfma_f32_32x32x8_f16");
BENCHMARK_CAPTURE(reference, f16_L4_every_node_rounds, "cdna2/v_mfma_f32_32x32x8f16");
BENCHMARK_CAPTURE(reference, bf16_L2_exact, "cdna1/v_mfma_f32_32x32x4bf16");
BENCHMARK_CAPTURE(reference, f64_fma, "hopper/mma.m8n8k4.f64.f64.f64.f64");
BENCHMARK_CAPTURE(reference_many, f16_L16_F25, "hopper/mma.m16n8k16.f32.f16.f16.f32");
BENCHMARK_CAPTURE(reference_many, fp4_L64,
                  "rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3");

}  // namespace
}  // namespace mmasc

BENCHMARK_MAIN();
