// SPDX-License-Identifier: Apache-2.0
// Chains of f64 fused multiply-adds by the processor's own instruction, if it has one.

#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "mmasc/batch/kernels.h"
#include "mmasc/batch/operands-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_NATIVE_FMA
// A block of rows and vectors: as many chains as hide the latency of one.
template <Pairing kPairing, int kRows>
HWY_ATTR void fma_rows(const FmaStretch& stretch, int first_row) {
  constexpr int kWidth = kWidths[kWideTile];
  const hn::CappedTag<double, kWidth> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  constexpr int kVectorLanes = static_cast<int>(hn::MaxLanes(decltype(d){}));
  constexpr int kVectors = std::min(4, kWidth / kVectorLanes);
  const auto load = [&](const std::uint64_t* raw)
                        HWY_ATTR { return hn::BitCast(d, hn::Load(du, raw)); };
  for (int lane = 0; lane < kWidth; lane += kVectors * kVectorLanes) {
    hn::Vec<decltype(d)> c[kRows][kVectors];
    std::uint64_t* tile = stretch.tile + std::ptrdiff_t{first_row} * kWidth + lane;
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) c[r][v] = load(tile + r * kWidth + v * kVectorLanes);
    for (int k = 0; k < stretch.depth; ++k) {
      for (int v = 0; v < kVectors; ++v) {
        const std::ptrdiff_t at = lane + std::ptrdiff_t{v} * kVectorLanes;
        for (int r = 0; r < kRows; ++r) {
          const int row = first_row + r;
          const auto* a = of_row<kPairing, kWidth>(stretch.rows, row, stretch.depth, k);
          const auto* b = of_lanes<kPairing, kWidth>(stretch, stretch.lanes, row, k);
          const auto factor = load_row<kPairing>(du, a, static_cast<int>(at));
          c[r][v] = hn::MulAdd(hn::BitCast(d, factor), load(b + at), c[r][v]);
        }
      }
    }
    const auto nan = hn::BitCast(d, hn::Set(du, stretch.nan));
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) {
        const auto out = hn::IfThenElse(hn::IsNaN(c[r][v]), nan, c[r][v]);
        hn::Store(hn::BitCast(du, out), du, tile + r * kWidth + v * kVectorLanes);
      }
  }
}

template <Pairing kPairing>
void fma_f64(const FmaStretch& stretch) {
  constexpr int kRowsAtOnce = kPairing == Pairing::own_row ? 1 : HWY_TARGET == HWY_AVX3 ? 4 : 2;
  int row = 0;
  for (; row + kRowsAtOnce <= stretch.row_count; row += kRowsAtOnce)
    fma_rows<kPairing, kRowsAtOnce>(stretch, row);
  for (; row < stretch.row_count; ++row) fma_rows<kPairing, 1>(stretch, row);
}
#endif

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
