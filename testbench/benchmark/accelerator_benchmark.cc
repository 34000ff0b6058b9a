// SPDX-License-Identifier: Apache-2.0
// The accelerator in TLM-2.0 with the batch engine: m16n8k16 MMAs a second, loosely and
// approximately timed, beside the engine's GEMMs alone; a wgmma counts as the m16n8k16 that it is
// worth. Each runs in a process of its own, whose greatest resident size is `peak_MB`.
#include <sys/resource.h>

#include <string>

#include "aims.h"
#include "gemm_stimulus.h"
#include "mmasc/accelerator/accelerator.h"
#include "mmasc/accelerator/register_master.h"
#include "mmasc/accelerator_core/dense_gemm.h"
#include "mmasc/batch/engine.h"
#include "mmasc/neighbours/memory.h"
#include "mmasc/pipeline/child_process.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

using namespace mmasc::tlm;

constexpr double kMmaProducts = 16 * 8 * 16;
constexpr std::uint64_t kRing = 0x1000, kCompletions = 0x2000, kA = 0x10'0000, kB = 0x80'0000,
                        kD = 0x100'0000, kEnd = 0x200'0000;

struct Job {
  const char* name;
  const char* unit;
  std::int64_t m, n, k, tile_m, tile_n, tile_k;  // tile_k in instructions
};
constexpr Job kJobs[] = {
    {"mma_k64", "hopper/mma.m16n8k16.f32.f16.f16.f32", 256, 256, 1024, 16, 8, 4},
    {"mma_k256", "hopper/mma.m16n8k16.f32.f16.f16.f32", 256, 256, 1024, 16, 8, 16},
    {"mma_k1024", "hopper/mma.m16n8k16.f32.f16.f16.f32", 256, 256, 1024, 16, 8, 64},
    {"wgmma_n256_k64", "hopper/wgmma.m64nNk16.f32.f16.f16", 256, 512, 1024, 64, 256, 4},
};
double mmas(const Job& job) { return static_cast<double>(job.m * job.n * job.k) / kMmaProducts; }

std::unique_ptr<Engine> make_one_thread_engine(const Unit& unit) {
  return make_batch_engine(unit, {.target = {}, .threads = 1});
}

void report_peak(benchmark::State& state) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

// The engine alone: one call of the whole GEMM, or one for each k tile of each output tile.
void run_engine(benchmark::State& state, const Job& job, bool by_tiles) {
  const auto engine = make_one_thread_engine(catalog().find(job.unit));
  const std::int64_t depth = job.tile_k * engine->unit().instruction.shape.k;
  const GemmStimulus stimulus(engine->unit(), by_tiles ? job.tile_m : job.m,
                              by_tiles ? job.tile_n : job.n, by_tiles ? depth : job.k,
                              Inputs::clean);
  for (auto _ : state) engine->gemm(stimulus.problem());
  const GemmProblem& problem = stimulus.problem();
  const double each = static_cast<double>(problem.m() * problem.n() * problem.k()) / kMmaProducts;
  report(state, "MMAs", static_cast<double>(state.iterations()) * each, {});
  report_peak(state);
}

std::vector<std::byte> dense(const MatrixView& matrix, const Format& format) {
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(matrix.rows * matrix.columns * element_bytes(format)));
  const MutableMatrix to = row_major(format, bytes.data(), matrix.rows, matrix.columns);
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t column = 0; column < matrix.columns; ++column)
      store_element(to, row, column, load_element(matrix, row, column));
  return bytes;
}

// One job in a memory; SystemC elaborates it once in a process.
class Platform {
 public:
  Platform(const Job& job, bool approximately, bool dmi)
      : job_(job),
        stimulus_(catalog().find(job.unit), job.m, job.n, job.k, Inputs::clean),
        accelerator_("accelerator", {.make_engine = make_one_thread_engine,
                                     .approximately_timed = approximately,
                                     .dmi = dmi,
                                     .kept_records = 1}) {
    accelerator_.memory.bind(memory_.socket);
    accelerator_.rst_ni.bind(rst_n_);
    accelerator_.interrupt_o.bind(interrupt_);
    host_.socket.bind(accelerator_.registers);
    const Instruction& row = catalog().find(job.unit).instruction;
    memory_.store().put(kA, dense(stimulus_.problem().a(), *row.a));
    memory_.store().put(kB, dense(stimulus_.problem().b().transposed(), *row.b));
    memory_.store().put(kRing, encode(dense_gemm({.unit = job.unit,
                                                  .m = job.m,
                                                  .n = job.n,
                                                  .k = job.k,
                                                  .a = kA,
                                                  .b = kB,
                                                  .d = kD,
                                                  .tile_k = job.tile_k})));
    ::tlm::tlm_global_quantum::instance().set(sc_time(10, sc_core::SC_US));
    sc_core::sc_start(SC_ZERO_TIME);
    host_.start({.ring = kRing, .descriptors = 1, .completions = kCompletions});
  }

  void run() {
    host_.write(Register::tail, ++tail_);
    sc_core::sc_start();
  }
  bool is_d_right() {
    GemmProblem problem = stimulus_.problem();
    problem.c().reset();
    const auto engine = make_one_thread_engine(catalog().find(job_.unit));
    engine->gemm(problem);
    const auto expected = dense(problem.d, engine->unit().d());
    std::vector<std::byte> got(expected.size());
    memory_.store().read(kD, reinterpret_cast<std::uint8_t*>(got.data()), got.size());
    return host_.read(Register::head) == tail_ && got == expected;
  }

 private:
  const Job job_;
  GemmStimulus stimulus_;
  Accelerator<> accelerator_;
  Memory<64> memory_{
      "memory", {.size = kEnd, .timing = {.latency = 100, .bytes_per_cycle = 64, .accept = 1}}};
  RegisterMaster<> host_{"host"};
  sc_core::sc_signal<bool> rst_n_{"rst_n", true}, interrupt_{"interrupt"};
  std::uint32_t tail_ = 0;
};

void run_accelerator(benchmark::State& state, Platform& platform, const Job& job, Aim aim) {
  for (auto _ : state) platform.run();
  if (!platform.is_d_right()) state.SkipWithError("D is not that of gemm");
  report(state, "MMAs", static_cast<double>(state.iterations()) * mmas(job), aim);
  report_peak(state);
}

void run(const std::string& name, const std::function<void(benchmark::State&)>& what) {
  benchmark::RegisterBenchmark(name.c_str(), what);
  benchmark::RunSpecifiedBenchmarks();
}

void run_all(const Job& job) {
  using State = benchmark::State;
  const auto in_child = [&](const std::string& what, const auto& how) {
    run_in_child([&] {
      how("accelerator/" + std::string(job.name) + "/" + what);
      return std::vector<std::uint8_t>{};
    });
  };
  for (const bool by_tiles : {false, true})
    in_child(by_tiles ? "gemm_by_tiles" : "gemm", [&](const std::string& name) {
      run(name, [&](State& state) { run_engine(state, job, by_tiles); });
    });
  struct Timing {
    const char* name;
    bool approximately, dmi;
    Aim aim;
  };
  for (const Timing& timing : {Timing{"lt", false, false, kLooselyTimedMmas},
                               {"lt_dmi", false, true, kLooselyTimedMmas},
                               {"at", true, false, kApproximatelyTimedMmas}})
    in_child(timing.name, [&](const std::string& name) {
      Platform platform(job, timing.approximately, timing.dmi);
      run(name, [&](State& state) { run_accelerator(state, platform, job, timing.aim); });
    });
}

}  // namespace
}  // namespace mmasc

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const mmasc::Job& job : mmasc::kJobs) mmasc::run_all(job);
  return 0;
}
