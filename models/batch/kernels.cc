// SPDX-License-Identifier: Apache-2.0
#include "batch/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "batch/add-inl.h"
#include "batch/decode-inl.h"
#include "batch/fma-inl.h"
#include "batch/fused-inl.h"
#include "batch/tree-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

template <int kTile>
void set_width(Kernels& kernels) {
  constexpr int kWidth = kWidths[kTile];
  kernels.fused_f32[kTile][0][0] = fused_f32<kWidth, false, false>;
  kernels.fused_f32[kTile][0][1] = fused_f32<kWidth, false, true>;
  kernels.fused_f32[kTile][1][0] = fused_f32<kWidth, true, false>;
  kernels.fused_f32[kTile][1][1] = fused_f32<kWidth, true, true>;
  kernels.fused_f64[kTile][0] = fused_f64<kWidth, false>;
  kernels.fused_f64[kTile][1] = fused_f64<kWidth, true>;
  kernels.tree[kTile][0] = tree<kWidth, false>;
  kernels.tree[kTile][1] = tree<kWidth, true>;
}

Kernels make_kernels() {
  Kernels kernels;
  kernels.compiled_for = hwy::TargetName(HWY_TARGET);
  kernels.decode_f32 = decode_f32;
  kernels.decode_f64 = decode_f64;
  kernels.decode = decode;
  kernels.encode = encode;
  kernels.flush = flush;
  kernels.add = add;
#if HWY_NATIVE_FMA
  kernels.fma_f64[0] = fma_f64<false>;
  kernels.fma_f64[1] = fma_f64<true>;
#endif
  set_width<kWideTile>(kernels);
  set_width<kNarrowTile>(kernels);
  return kernels;
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <hwy/targets.h>

#include <bit>
#include <cstdint>

namespace mmasc::batch {
namespace {

struct Target {
  std::int64_t bit;
  std::string_view name;
};
constexpr Target kTargets[] = {
    {HWY_AVX3, "avx512"}, {HWY_AVX2, "avx2"},     {HWY_SSE4, "sse4"},
    {HWY_NEON, "neon"},   {HWY_EMU128, "scalar"},
};

Kernels make_for(std::int64_t target) {
#if HWY_TARGETS & HWY_AVX3
  if (target == HWY_AVX3) return N_AVX3::make_kernels();
#endif
#if HWY_TARGETS & HWY_AVX2
  if (target == HWY_AVX2) return N_AVX2::make_kernels();
#endif
#if HWY_TARGETS & HWY_SSE4
  if (target == HWY_SSE4) return N_SSE4::make_kernels();
#endif
#if HWY_TARGETS & HWY_NEON
  if (target == HWY_NEON) return N_NEON::make_kernels();
#endif
#if HWY_TARGETS & HWY_EMU128
  if (target == HWY_EMU128) return N_EMU128::make_kernels();
#endif
  return {};
}

}  // namespace

const std::vector<Kernels>& kernels() {
  static const std::vector<Kernels> all = [] {
    std::vector<Kernels> found;
    const std::int64_t runs = hwy::SupportedTargets();
    for (const Target& target : kTargets) {
      const bool is_built = (HWY_TARGETS & target.bit) != 0;
      if (!is_built || (target.bit != HWY_EMU128 && (runs & target.bit) == 0)) continue;
      found.push_back(make_for(target.bit));
      found.back().target = target.name;
    }
    return found;
  }();
  return all;
}

}  // namespace mmasc::batch
#endif
