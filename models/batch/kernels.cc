// SPDX-License-Identifier: Apache-2.0
#include "batch/kernels.h"

#include <hwy/targets.h>

#include <cstdint>

#include "spec/error.h"

namespace mmasc::batch {

#define MMASC_DECLARE(NAMESPACE) \
  namespace NAMESPACE {          \
  Kernels make_kernels();        \
  }
MMASC_DECLARE(N_AVX3)
MMASC_DECLARE(N_AVX2)
MMASC_DECLARE(N_SSE4)
MMASC_DECLARE(N_NEON)
MMASC_DECLARE(N_SCALAR)
#undef MMASC_DECLARE

namespace {

struct Target {
  std::int64_t bit;
  std::string_view name;
};
constexpr Target kTargets[] = {
    {HWY_AVX3, "avx512"}, {HWY_AVX2, "avx2"},     {HWY_SSE4, "sse4"},
    {HWY_NEON, "neon"},   {HWY_SCALAR, "scalar"},
};

Kernels make_for(std::int64_t target) {
#if MMASC_BATCH_TARGETS & HWY_AVX3
  if (target == HWY_AVX3) return N_AVX3::make_kernels();
#endif
#if MMASC_BATCH_TARGETS & HWY_AVX2
  if (target == HWY_AVX2) return N_AVX2::make_kernels();
#endif
#if MMASC_BATCH_TARGETS & HWY_SSE4
  if (target == HWY_SSE4) return N_SSE4::make_kernels();
#endif
#if MMASC_BATCH_TARGETS & HWY_NEON
  if (target == HWY_NEON) return N_NEON::make_kernels();
#endif
#if MMASC_BATCH_TARGETS & HWY_SCALAR
  if (target == HWY_SCALAR) return N_SCALAR::make_kernels();
#endif
  return {};
}

}  // namespace

const std::vector<Kernels>& kernels() {
  static const std::vector<Kernels> all = [] {
    std::vector<Kernels> found;
    const std::int64_t runs = hwy::SupportedTargets();
    for (const Target& target : kTargets) {
      const bool is_built = (MMASC_BATCH_TARGETS & target.bit) != 0;
      if (!is_built || (target.bit != HWY_SCALAR && (runs & target.bit) == 0)) continue;
      found.push_back(make_for(target.bit));
      found.back().target = target.name;
    }
    if (found.empty())
      throw EnvironmentError(
          "the batch engine was built for another processor; build it here, or for every one with "
          "cmake -DMMASC_BATCH_TARGETS=all");
    return found;
  }();
  return all;
}

}  // namespace mmasc::batch
