// SPDX-License-Identifier: Apache-2.0
// Steps of IEEE operations on f32: the processor's own, a row of lanes at a time.

#pragma once

#include <hwy/highway.h>

#include <algorithm>

#include "mmasc/batch/kernels.h"
#include "mmasc/batch/operands-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <int kWidth, Pairing kPairing>
class IeeeSteps {
  using DF = hn::CappedTag<float, kWidth>;
  using Vector = hn::Vec<DF>;

 public:
  IeeeSteps(const IeeePlan& plan, const Stretch<F32Lanes>& stretch)
      : plan_(plan), stretch_(stretch) {}

  HWY_ATTR void run() {
#if HWY_NATIVE_FMA
    if (plan_.fuses) return run_fused();
#endif
    for (int step = stretch_.first_step; step < stretch_.first_step + stretch_.steps; ++step)
      for (int row = 0; row < stretch_.row_count; ++row) run_step(step, row);
  }

 private:
  HWY_INLINE const float* row_of(int row, int k) const {
    return of_row<kPairing, kWidth>(stretch_.rows.value, row, stretch_.depth, k);
  }
  HWY_INLINE const float* lanes_of(int row, int k) const {
    return of_lanes<kPairing, kWidth>(stretch_, stretch_.lanes.value, row, k);
  }

#if HWY_NATIVE_FMA
  static constexpr int kRowsOfBlock = 2;
  static constexpr int kVectorsOfBlock = std::min(4, static_cast<int>(kWidth / hn::MaxLanes(DF{})));

  HWY_ATTR void run_fused() {
    for (int lane = 0; lane < kWidth; lane += kVectorsOfBlock * static_cast<int>(hn::Lanes(df))) {
      int row = 0;
      for (; row + kRowsOfBlock <= stretch_.row_count; row += kRowsOfBlock)
        fuse<kRowsOfBlock>(row, lane);
      for (; row < stretch_.row_count; ++row) fuse<1>(row, lane);
    }
  }

  template <int kRows>
  HWY_ATTR HWY_INLINE void fuse(int first_row, int first_lane) const {
    Vector d[kRows][kVectorsOfBlock];
    const auto lane_of = [&](int v) { return first_lane + v * static_cast<int>(hn::Lanes(df)); };
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectorsOfBlock; ++v)
        d[r][v] = hn::Load(df, tile(first_row + r) + lane_of(v));
    for (int k = stretch_.first_step; k < stretch_.first_step + stretch_.steps; ++k) {
      for (int r = 0; r < kRows; ++r) {
        const float *a = row_of(first_row + r, k), *b = lanes_of(first_row + r, k);
        for (int v = 0; v < kVectorsOfBlock; ++v)
          d[r][v] = hn::MulAdd(load_row<kPairing>(df, a, lane_of(v)), hn::Load(df, b + lane_of(v)),
                               d[r][v]);
      }
    }
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectorsOfBlock; ++v)
        hn::Store(d[r][v], df, tile(first_row + r) + lane_of(v));
  }
#endif

  HWY_INLINE float* tile(int row) const { return stretch_.tile + std::ptrdiff_t{row} * kWidth; }

  HWY_ATTR HWY_INLINE void run_step(int step, int row) {
    for (int i = 0; i < plan_.lanes; ++i) {
      const int k = step * plan_.lanes + i;
      const float *a = row_of(row, k), *b = lanes_of(row, k);
      store(slots_[i], plan_.flushes_products, [&](int lane) HWY_ATTR {
        return hn::Mul(load_row<kPairing>(df, a, lane), hn::Load(df, b + lane));
      });
    }
    const int c = plan_.lanes;
    const auto slot = [&](int index) { return index == c ? tile(row) : slots_[index]; };
    const int count = static_cast<int>(plan_.additions.size());
    for (int i = 0; i < count; ++i) {
      const IeeePlan::Addition& addition = plan_.additions[static_cast<std::size_t>(i)];
      const float *x = slot(addition.first), *y = slot(addition.second);
      float* sum = i + 1 < count ? slots_[c + 1 + i] : tile(row);
      store(sum, addition.flushes, [&](int lane) HWY_ATTR {
        return hn::Add(hn::Load(df, x + lane), hn::Load(df, y + lane));
      });
    }
  }

  template <class Operation>
  HWY_ATTR HWY_INLINE void store(float* to, bool flushes, const Operation& operation) const {
    constexpr int kStep = static_cast<int>(hn::MaxLanes(DF{}));
    if (!flushes) {
      for (int lane = 0; lane < kWidth; lane += kStep) hn::Store(operation(lane), df, to + lane);
      return;
    }
    const auto least = hn::Set(df, 0x1p-126f), zero = hn::Zero(df);
    const auto sign = plan_.flush == Flush::keep_sign ? hn::Set(df, -0.0f) : zero;
    for (int lane = 0; lane < kWidth; lane += kStep) {
      const auto x = operation(lane);
      const auto is_subnormal = hn::And(hn::Lt(hn::Abs(x), least), hn::Ne(x, zero));
      hn::Store(hn::IfThenElse(is_subnormal, hn::And(x, sign), x), df, to + lane);
    }
  }

  const DF df;
  const IeeePlan& plan_;
  const Stretch<F32Lanes> stretch_;
  alignas(64) float slots_[kMaxTerms + kMaxSumNodes][kWidth];
};

template <int kWidth, Pairing kPairing>
void ieee_f32(const IeeePlan& plan, const Stretch<F32Lanes>& stretch) {
  IeeeSteps<kWidth, kPairing>(plan, stretch).run();
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
