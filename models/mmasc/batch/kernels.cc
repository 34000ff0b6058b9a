// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/kernels.h"

#include <hwy/targets.h>

#include <cstdint>

#include "mmasc/unit/error.h"

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

// Whether this processor has the target's instructions. Highway's own answer is in its shared
// library, which measures the processor's timer for 3 ms as it is loaded.
bool runs(std::int64_t target) {
#if HWY_ARCH_X86
  const bool sse4 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                    __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") &&
                    __builtin_cpu_supports("pclmul");
  const bool avx2 = sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
  return target == HWY_SCALAR || (target == HWY_SSE4 && sse4) || (target == HWY_AVX2 && avx2) ||
         (target == HWY_AVX3 && avx512);
#else
  return target == HWY_SCALAR || (hwy::SupportedTargets() & target) != 0;
#endif
}

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
    for (const Target& target : kTargets) {
      const bool is_built = (MMASC_BATCH_TARGETS & target.bit) != 0;
      if (!is_built || !runs(target.bit)) continue;
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
