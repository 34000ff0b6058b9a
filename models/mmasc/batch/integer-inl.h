// SPDX-License-Identifier: Apache-2.0
// Sums of products of int16 pairs in int32 lanes, by the processor's instruction for them.

#pragma once

#include <hwy/highway.h>

#include <algorithm>

#include "mmasc/batch/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
inline void integer(const IntegerStretch& stretch) {
  constexpr int kWidth = kWidths[kWideTile];
  for (int row = 0; row < stretch.row_count; ++row)
    for (int lane = 0; lane < kWidth; ++lane) {
      std::int32_t& c = stretch.tile[row * kWidth + lane];
      for (int first = 0; first < stretch.depth; first += stretch.step) {
        std::uint32_t sum = 0;
        for (int k = first; k < first + stretch.step; ++k) {
          const int a = stretch.rows[std::ptrdiff_t{row} * stretch.depth + k];
          const int b = stretch.lanes[(k / 2 * kWidth + lane) * 2 + k % 2];
          sum += static_cast<std::uint32_t>(a * b);
        }
        const auto wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(c) + sum);
        const std::int64_t exact = std::int64_t{c} + static_cast<std::int32_t>(sum);
        c = stretch.wraps ? wrapped
                          : static_cast<std::int32_t>(
                                std::clamp<std::int64_t>(exact, stretch.least, stretch.greatest));
      }
    }
}
#else
// c + sum, clamped to what d holds.
template <class D, class V>
HWY_INLINE V add_clamped(D d, V c, V sum, V least, V greatest) {
  const auto total = hn::Add(c, sum);
  const auto overflow = hn::And(hn::Xor(c, total), hn::Xor(sum, total));
  const auto end = hn::Xor(hn::BroadcastSignBit(c), hn::Set(d, 0x7fffffff));
  const auto saturated = hn::IfThenElse(hn::Lt(overflow, hn::Zero(d)), end, total);
  return hn::Min(hn::Max(saturated, least), greatest);
}

// kRows rows and kVectors vectors of lanes at once: their sums stay in registers.
template <int kRows, int kVectors>
HWY_INLINE void integer_block(const IntegerStretch& stretch, int row, int lane) {
  constexpr int kWidth = kWidths[kWideTile];
  const hn::CappedTag<std::int32_t, kWidth> d32;
  const hn::Repartition<std::int16_t, decltype(d32)> d16;
  using V = hn::Vec<decltype(d32)>;
  const int lanes = static_cast<int>(hn::Lanes(d32));
  const std::int16_t* const a = stretch.rows + std::ptrdiff_t{row} * stretch.depth;
  for (int first = 0; first < stretch.depth; first += stretch.step) {
    V even[kRows][kVectors], odd[kRows][kVectors];
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) even[r][v] = odd[r][v] = hn::Zero(d32);
    const std::int16_t* b = stretch.lanes + (std::ptrdiff_t{first} * kWidth + 2 * lane);
    for (int k = first; k < first + stretch.step; k += 2, b += 2 * kWidth) {
      hn::Vec<decltype(d16)> factors[kVectors];
      for (int v = 0; v < kVectors; ++v) factors[v] = hn::LoadU(d16, b + 2 * v * lanes);
      for (int r = 0; r < kRows; ++r) {
        std::int32_t pair;
        __builtin_memcpy(&pair, a + std::ptrdiff_t{r} * stretch.depth + k, sizeof pair);
        const auto factor = hn::BitCast(d16, hn::Set(d32, pair));
        for (int v = 0; v < kVectors; ++v)
          even[r][v] =
              hn::ReorderWidenMulAccumulate(d32, factor, factors[v], even[r][v], odd[r][v]);
      }
    }
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) {
        std::int32_t* const c = stretch.tile + (row + r) * kWidth + lane + v * lanes;
        const auto sum = hn::RearrangeToOddPlusEven(even[r][v], odd[r][v]);
        const auto old = hn::LoadU(d32, c);
        hn::StoreU(stretch.wraps ? hn::Add(old, sum)
                                 : add_clamped(d32, old, sum, hn::Set(d32, stretch.least),
                                               hn::Set(d32, stretch.greatest)),
                   d32, c);
      }
  }
}

inline void integer(const IntegerStretch& stretch) {
  constexpr int kWidth = kWidths[kWideTile], kRows = 4;
  constexpr int kVectors = HWY_TARGET == HWY_AVX3 ? 4 : 2;  // as registers allow
  const hn::CappedTag<std::int32_t, kWidth> d32;
  const int lanes = kVectors * static_cast<int>(hn::Lanes(d32));
  for (int lane = 0; lane < kWidth; lane += lanes) {
    int row = 0;
    for (; row + kRows <= stretch.row_count; row += kRows)
      integer_block<kRows, kVectors>(stretch, row, lane);
    for (; row < stretch.row_count; ++row) integer_block<1, kVectors>(stretch, row, lane);
  }
}
#endif

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
