// SPDX-License-Identifier: Apache-2.0
// Chains of f64 fused multiply-adds by the processor's own instruction, if it has one.

#pragma once

#include <hwy/highway.h>

#include "batch/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_NATIVE_FMA
template <bool kOneALane>
void fma_f64(const FmaStretch& stretch) {
  constexpr int kWidth = kWidths[kWideTile];
  const hn::CappedTag<double, kWidth> d;
  for (int row = 0; row < stretch.row_count; ++row) {
    double* tile = stretch.tile + std::ptrdiff_t{row} * kWidth;
    const double* a = stretch.rows + std::ptrdiff_t{row} * stretch.depth;
    for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(d))) {
      auto c = hn::Load(d, tile + lane);
      for (int k = 0; k < stretch.depth; ++k) {
        const auto b = hn::Load(d, stretch.lanes + std::ptrdiff_t{k} * kWidth + lane);
        if constexpr (kOneALane)
          c = hn::MulAdd(hn::Load(d, stretch.rows + std::ptrdiff_t{k} * kWidth + lane), b, c);
        else
          c = hn::MulAdd(hn::Set(d, a[k]), b, c);
      }
      hn::Store(c, d, tile + lane);
    }
  }
}
#endif

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
