// SPDX-License-Identifier: Apache-2.0
// The GEMM that bit-exactness is compared with for its price: f32 without any unit's bits, by
// OpenBLAS.
#include <cblas.h>

#include <vector>

#include "aims.h"

namespace mmasc {
namespace {

void inexact_sgemm(benchmark::State& state) {
  constexpr int kSide = 512;
  constexpr double kProducts = double{kSide} * kSide * kSide;
  const std::vector<float> a(kSide * kSide, 1.5f), b(kSide * kSide, 0.75f);
  std::vector<float> d(kSide * kSide);
  openblas_set_num_threads(static_cast<int>(state.range(0)));
  for (auto _ : state)
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kSide, kSide, kSide, 1.0f, a.data(),
                kSide, b.data(), kSide, 0.0f, d.data(), kSide);
  report(state, "FMAs", static_cast<double>(state.iterations()) * kProducts, {});
}

BENCHMARK(inexact_sgemm)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();

}  // namespace
}  // namespace mmasc

BENCHMARK_MAIN();
