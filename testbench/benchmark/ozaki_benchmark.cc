// SPDX-License-Identifier: Apache-2.0
// DGEMM by slices, and its products of slices alone: how much it takes besides.
#include <random>
#include <string>

#include "aims.h"
#include "gemm_stimulus.h"
#include "mmasc/batch/engine.h"
#include "mmasc/ozaki/dgemm.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

constexpr struct {
  const char* name;
  const char* id;
} kRows[] = {
    {"f16", "hopper/mma.m16n8k16.f32.f16.f16.f32"},
    {"e4m3", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"},
    {"int8", "ampere/mma.m16n8k32.s32.s8.s8.s32"},
};

std::vector<double> draw(std::int64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  std::vector<double> all(static_cast<std::size_t>(count));
  for (double& x : all) x = uniform(random);
  return all;
}

// FMAs of slices a second, of the whole or of the products of slices alone.
void run(benchmark::State& state, const char* id, std::int64_t n, bool is_whole) {
  const Unit unit = catalog().find(id);
  const auto engine = make_batch_engine(unit, {.target = "", .threads = 1});
  const Format& f64 = format_named("f64");
  std::vector<double> a = draw(n * n, 1), b = draw(n * n, 2), d(a.size());
  const auto view = [&](std::vector<double>& x) {
    return row_major(f64, reinterpret_cast<std::byte*>(x.data()), n, n);
  };
  const DgemmProblem problem{.a = view(a), .b = view(b), .d = view(d)};
  DgemmOptions options;
  options.threads = 1;
  const DgemmSummary done = dgemm(*engine, problem, options);
  const GemmStimulus stimulus(unit, n, n, n, Inputs::clean);
  GemmProblem slices = stimulus.problem();
  slices.c().reset();
  GemmOptions how;
  if (done.unit.chain < n)
    how.promotion = {static_cast<int>(done.unit.chain / unit.instruction.shape.k),
                     Rounding::nearest_even};
  for (auto _ : state)
    if (is_whole)
      dgemm(*engine, problem, options);
    else
      for (std::int64_t i = 0; i < done.slice_products; ++i) engine->gemm(slices, how);
  report(state, "FMAs",
         static_cast<double>(state.iterations()) * static_cast<double>(done.slice_products * n) *
             static_cast<double>(n * n),
         {});
}

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const auto& row : mmasc::kRows)
    for (const std::int64_t n : {128, 256, 512, 1024})
      for (const bool is_whole : {true, false})
        benchmark::RegisterBenchmark(
            ("dgemm_" + std::to_string(n) + "/" + row.name +
             (is_whole ? "/whole" : "/products_of_slices"))
                .c_str(),
            [=](benchmark::State& state) { mmasc::run(state, row.id, n, is_whole); });
  benchmark::RunSpecifiedBenchmarks();
}
