// SPDX-License-Identifier: Apache-2.0
// counted_jobs JOB    does a fixed piece of work twice, the second time inside mmasc_counted, where
//                     compare-counts counts the instructions
// counted_jobs        names the jobs
#include <cstdio>
#include <functional>
#include <string_view>
#include <vector>

#include "benchmark/gemm_stimulus.h"
#include "benchmark/stimulus.h"
#include "mmasc/arith/reference.h"
#include "mmasc/batch/engine.h"
#include "mmasc/unit/catalog.h"
#ifdef MMASC_HAS_PIPELINE
#include "benchmark/pipeline_driver.h"
#endif

extern "C" [[gnu::noipa]] void mmasc_counted(const std::function<void()>& work) { work(); }

namespace mmasc {
namespace {

struct Job {
  const char* name;
  const char* id;
  void (*run)(const Unit&);
};

void do_and_count(const std::function<void()>& work) {
  work();  // what is made at the first call is not counted
  mmasc_counted(work);
}

void evaluate_1000(const Unit& unit) {
  const Stimulus stimulus(unit);
  const std::vector<Operands> operands = stimulus.steps(1000);
  std::uint64_t bits = 0;
  do_and_count([&] {
    for (const Operands& one : operands) bits ^= evaluate(stimulus.sequence().plan(), one).d;
  });
  std::fprintf(stderr, "%llx\n", static_cast<unsigned long long>(bits));
}

// On the vector instructions that valgrind has.
void multiply_64(const Unit& unit) {
  const auto engine = make_batch_engine(unit, {"avx2", 1});
  const GemmStimulus stimulus(unit, 64, 64, 64, Inputs::clean);
  do_and_count([&] { engine->gemm(stimulus.problem()); });
}

#ifdef MMASC_HAS_PIPELINE
void simulate_10000(const Unit& unit) {
  Driver driver("driver", unit);
  const auto cycles = [](double count) { sc_core::sc_start(count, sc_core::SC_NS); };
  cycles(100);
  mmasc_counted([&] { cycles(10000); });
  std::fprintf(stderr, "%llu\n", static_cast<unsigned long long>(driver.results));
}
#endif

constexpr const char *kF16 = "hopper/mma.m16n8k16.f32.f16.f16.f32",
                     *kE4m3 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
                     *kFp4 = "rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3",
                     *kExact = "cdna1/v_mfma_f32_32x32x4bf16";

// GEMMs of each kind of kernel (docs/batch.md) and each family of GPUs.
constexpr Job kJobs[] = {
    {"reference_f16", kF16, evaluate_1000},
    {"reference_e4m3", kE4m3, evaluate_1000},
    {"reference_fp4", kFp4, evaluate_1000},
    {"reference_cdna1_bf16", kExact, evaluate_1000},
    {"batch_f16", kF16, multiply_64},
    {"batch_e4m3", kE4m3, multiply_64},
    {"batch_bf16", "hopper/mma.m16n8k16.f32.bf16.bf16.f32", multiply_64},
    {"batch_f64", "hopper/mma.m8n8k4.f64.f64.f64.f64", multiply_64},
    {"batch_fp4", kFp4, multiply_64},
    {"batch_cdna1_bf16", kExact, multiply_64},
    {"batch_cdna2_f16", "cdna2/v_mfma_f32_32x32x8f16", multiply_64},
    {"batch_cdna3_f16", "cdna3/v_mfma_f32_32x32x8_f16", multiply_64},
#ifdef MMASC_HAS_PIPELINE
    {"pipeline_f16", kF16, simulate_10000},
#endif
};

int run(std::string_view wanted) {
  for (const Job& job : kJobs) {
    if (wanted.empty()) std::puts(job.name);
    if (wanted == job.name) job.run(catalog().find(job.id));
  }
  return 0;
}

}  // namespace
}  // namespace mmasc

#ifdef MMASC_HAS_PIPELINE
int sc_main(int argc, char** argv) { return mmasc::run(argc > 1 ? argv[1] : ""); }
#else
int main(int argc, char** argv) { return mmasc::run(argc > 1 ? argv[1] : ""); }
#endif
