// SPDX-License-Identifier: Apache-2.0
// The batch engine: GEMMs in fused multiply-adds a second, and one small tile.
#include <string>

#include "aims.h"
#include "gemm_stimulus.h"
#include "mmasc/batch/engine.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

struct Row {
  const char* name;
  const char* id;
};
constexpr Row kRows[] = {
    {"f16_L16_F25", "hopper/mma.m16n8k16.f32.f16.f16.f32"},
    {"e4m3_L32_F13", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"},
    {"bf16_L16_F25", "hopper/mma.m16n8k16.f32.bf16.bf16.f32"},
    {"fp4_L64_scales", "rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3"},
    {"f16_L8_late_c", "cdna3/v_mfma_f32_32x32x8_f16"},
    {"int8", "ada/mma.m16n8k32.s32.s8.s8.s32"},
    {"f16_2of4", "hopper/mma.sp.m16n8k32.f32.f16.f16.f32"},
    {"e4m3_2of4", "hopper/wgmma.sp.m64nNk64.f32.e4m3.e4m3"},
    {"int8_2of4", "ada/mma.sp.m16n8k64.s32.s8.s8.s32"},
    {"f16_2of4_smfmac", "cdna3/v_smfmac_f32_32x32x16_f16"},
};

struct InputsName {
  Inputs inputs;
  const char* name;
};
constexpr InputsName kInputs[] = {
    {Inputs::clean, "clean"},
    {Inputs::half_zeros, "half_zeros"},
    {Inputs::random_bits, "random_bits"},
};

// Aims are for one core.
Aim aim_of(std::string_view row, std::string_view target, int threads) {
  if (threads > 1) return {};
  if (row == kRows[0].name && target == "avx2") return kF16Avx2;
  if (row == kRows[0].name && target == "avx512") return kF16Avx512;
  if (row == kRows[1].name && target == "avx512") return kE4m3;
  return {};
}

struct Size {
  std::int64_t m, n, k;
};

void run(benchmark::State& state, const Engine& engine, const Size& size, Inputs inputs,
         const char* what, double count, Aim aim) {
  const GemmStimulus stimulus(engine.unit(), size.m, size.n, size.k, inputs);
  for (auto _ : state) engine.gemm(stimulus.problem());
  report(state, what, static_cast<double>(state.iterations()) * count, aim);
}

// One thread's figures are of its CPU time: others may use the machine.
void add(const std::string& name, const char* id, const BatchOptions& options, const Size& size,
         Inputs inputs, Aim aim) {
  auto* added = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const auto engine = make_batch_engine(catalog().find(id), options);
    run(state, *engine, size, inputs, "FMAs",
        stored_products(engine->unit(), size.m, size.n, size.k), aim);
  });
  added->MinTime(0.2);
  if (options.threads > 1) added->UseRealTime();
}

// Rows without a kernel are the reference's, whatever the target.
void add_row(const Row& row) {
  const bool has_kernel = batch_kernel(catalog().find(row.id)).name != "reference";
  const std::int64_t side = has_kernel ? 512 : 128;
  const std::string name = "gemm_" + std::to_string(side) + "/" + row.name + "/";
  for (const std::string& target : batch_targets())
    for (const int threads : {1, 2}) {
      if (!has_kernel && (threads > 1 || target != batch_targets().front())) continue;
      for (const InputsName& inputs : kInputs)
        add(name + (has_kernel ? target : "reference") + "/threads:" + std::to_string(threads) +
                "/" + inputs.name,
            row.id, {target, threads}, {side, side, side}, inputs.inputs,
            aim_of(row.name, target, threads));
    }
}

void add_tiles() {
  for (const std::string& target : batch_targets())
    benchmark::RegisterBenchmark(("one_m16n8k16/" + target).c_str(), [=](benchmark::State& state) {
      const auto engine = make_batch_engine(catalog().find(kRows[0].id), {target, 1});
      const bool has_aim = target == batch_targets().front();
      run(state, *engine, {16, 8, 16}, Inputs::clean, "tiles", 1, has_aim ? kOneTile : Aim{});
    });
}

// One dimension after the other: the rate stays.
void add_sizes() {
  constexpr std::int64_t kOthers = 256;
  for (const char dimension : {'M', 'N', 'K'})
    for (std::int64_t length = 128; length <= 4096; length *= 2) {
      Size size{kOthers, kOthers, kOthers};
      (dimension == 'M' ? size.m : dimension == 'N' ? size.n : size.k) = length;
      add(std::string("sizes/") + dimension + "/" + std::to_string(length), kRows[0].id, {{}, 1},
          size, Inputs::clean, {});
    }
}

}  // namespace
}  // namespace mmasc

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const mmasc::Row& row : mmasc::kRows) mmasc::add_row(row);
  mmasc::add_tiles();
  mmasc::add_sizes();
  benchmark::RunSpecifiedBenchmarks();
}
