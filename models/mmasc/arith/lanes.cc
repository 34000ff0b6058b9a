// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/lanes.h"

#include <algorithm>
#include <vector>

namespace mmasc {

#define MMASC_DECLARE(NAMESPACE) \
  namespace NAMESPACE {          \
  LaneTarget make_lane_target(); \
  }
MMASC_DECLARE(N_AVX3)
MMASC_DECLARE(N_AVX2)
MMASC_DECLARE(N_SSE4)
MMASC_DECLARE(N_NEON)
#undef MMASC_DECLARE

std::span<const LaneTarget> lane_targets() {
  static const std::vector<LaneTarget> all = [] {
    std::vector<LaneTarget> found;
#ifdef MMASC_LANES_AVX3
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd"))
      found.push_back(N_AVX3::make_lane_target());
#endif
#ifdef MMASC_LANES_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
      found.push_back(N_AVX2::make_lane_target());
#endif
#ifdef MMASC_LANES_SSE4
    if (__builtin_cpu_supports("sse4.2")) found.push_back(N_SSE4::make_lane_target());
#endif
#ifdef MMASC_LANES_NEON
    found.push_back(N_NEON::make_lane_target());
#endif
    return found;
  }();
  return all;
}

bool fits_lanes(const Plan& plan) {
  constexpr int kWordBits = 64, kFactorBits = 32;
  const MultiplierPlan& m = plan.multiplier;
  const int scale = m.scale_bits();
  const int unscaled = m.is_scaled() ? m.product.magnitude_bits - scale : 0;
  return plan.word_bits <= kWordBits && plan.random_bits.empty() && !plan.raises_flags &&
         std::max({m.factor_bits(m.a), m.factor_bits(m.b), scale, unscaled}) <= kFactorBits;
}

}  // namespace mmasc
