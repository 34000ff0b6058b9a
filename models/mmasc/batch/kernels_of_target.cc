// SPDX-License-Identifier: Apache-2.0
// The kernels of one target, MMASC_BATCH_TARGET: compiled once for each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mmasc/batch/kernels_of_target.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET == MMASC_BATCH_TARGET

#include "mmasc/batch/add-inl.h"
#include "mmasc/batch/decode-inl.h"
#include "mmasc/batch/draw-inl.h"
#include "mmasc/batch/exact-inl.h"
#include "mmasc/batch/fma-inl.h"
#include "mmasc/batch/fused-inl.h"
#include "mmasc/batch/ieee-inl.h"
#include "mmasc/batch/integer-inl.h"
#include "mmasc/batch/tree-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

template <int kTile, Pairing kPairing>
void set_steps(Kernels& kernels) {
  constexpr int kWidth = kWidths[kTile], kIndex = static_cast<int>(kPairing);
  kernels.fused_f32[kTile][kIndex][0] = fused_f32<kWidth, kPairing, false>;
  kernels.fused_f32[kTile][kIndex][1] = fused_f32<kWidth, kPairing, true>;
  kernels.fused_f64[kTile][kIndex] = fused_f64<kWidth, kPairing>;
  kernels.tree_f32[kTile][kIndex] = tree<F32Lanes, kWidth, kPairing>;
  kernels.tree_f64[kTile][kIndex] = tree<F64Lanes, kWidth, kPairing>;
  kernels.exact_f64[kTile][kIndex] = exact_f64<kWidth, kPairing>;
  kernels.ieee_f32[kTile][kIndex] = ieee_f32<kWidth, kPairing>;
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
  kernels.draw = draw;
  kernels.integer = integer;
#if HWY_NATIVE_FMA
  kernels.fma_f64[0] = fma_f64<Pairing::in_order>;
  kernels.fma_f64[1] = fma_f64<Pairing::own_row>;
  kernels.fma_f64[2] = fma_f64<Pairing::selected>;
#endif
  set_steps<kWideTile, Pairing::in_order>(kernels);
  set_steps<kWideTile, Pairing::own_row>(kernels);
  set_steps<kWideTile, Pairing::selected>(kernels);
  set_steps<kNarrowTile, Pairing::in_order>(kernels);
  set_steps<kNarrowTile, Pairing::selected>(kernels);
  return kernels;
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
