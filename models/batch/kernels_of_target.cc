// SPDX-License-Identifier: Apache-2.0
// The kernels of one target, MMASC_BATCH_TARGET: compiled once for each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "batch/kernels_of_target.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET == MMASC_BATCH_TARGET

#include "batch/add-inl.h"
#include "batch/decode-inl.h"
#include "batch/fma-inl.h"
#include "batch/fused-inl.h"
#include "batch/integer-inl.h"
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
  kernels.integer = integer;
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

#endif
