// SPDX-License-Identifier: Apache-2.0
// Sums of products alone, in lanes of f32, as terms of a tree of sums:
//
//     fixed-point products   fused multiply-adds or products and sums, all exact in f32; then the
//     scales others                 aligned to the largest exponent, truncated, added in int32
//
// A sum's term: f64 holds the value, and the power of its exponent, negative where all products are
// zero.

#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "batch/kernels.h"
#include "batch/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <int kWidth>
struct TermRow {
  alignas(64) double value[kWidth];
  alignas(64) double power[kWidth];
};

// Two scales as one number, and the product of the powers of their exponents.
template <class DD>
struct ScaleProduct {
  hn::Vec<DD> value, power;
};
template <class DD, class V>
HWY_INLINE ScaleProduct<DD> scale_product(DD dd, V a_scale, V b_scale, int least_exponent) {
  const double least = power_of_two(least_exponent);
  const auto a = hn::PromoteTo(dd, a_scale), b = hn::PromoteTo(dd, b_scale);
  return {hn::Mul(a, b), hn::Mul(power_of(dd, a, least), power_of(dd, b, least))};
}

struct NoGroups {
  NoGroups(const TreePlan&, const Stretch<F64Lanes>&) {}
};

template <int kWidth, bool kOneALane>
class GroupedProducts {
  using DF = hn::CappedTag<float, kWidth>;
  using DI = hn::RebindToSigned<DF>;
  using DE = hn::CappedTag<std::int8_t, kWidth>;
  using DD = hn::CappedTag<double, kWidth>;
  using DL = hn::RebindToSigned<DD>;
  using DFHalf = hn::Rebind<float, DD>;
  using DIHalf = hn::Rebind<std::int32_t, DD>;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(DF{}));
  static constexpr int kHalf = static_cast<int>(hn::MaxLanes(DD{}));
  static constexpr int kVectorsAtOnce = std::min(4, kWidth / kLanes);

 public:
  GroupedProducts(const TreePlan& plan, const Stretch<F32Lanes>& stretch)
      : plan_(plan.products),
        scale_(plan.multiplier.scale),
        lanes_(plan.multiplier.lanes),
        scales_(plan.multiplier.scale_lanes > 0 ? lanes_ / plan.multiplier.scale_lanes : 0),
        stretch_(stretch) {}

  HWY_ATTR HWY_INLINE void sum_up(int step, int row, TermRow<kWidth>* terms) {
    for (const ProductGroup& group : plan_.groups) {
      find_exponents(group, step, row);
      if (plan_.fixed_point) {
        for (int lane = 0; lane < kWidth; lane += kVectorsAtOnce * kLanes)
          add_fixed_point(group, step, row, lane);
        scale(step * scales_ + group.scale, row, terms[group.slot]);
      } else {
        align();
        for (int lane = 0; lane < kWidth; lane += kVectorsAtOnce * kLanes)
          add_aligned(group, step, row, lane);
        finish(terms[group.slot]);
      }
    }
  }

 private:
  template <class T>
  HWY_INLINE const T* of_row(const T* panel, int row, int pitch, int k) const {
    return kOneALane ? panel + std::ptrdiff_t{k} * kWidth : panel + std::ptrdiff_t{row} * pitch + k;
  }
  template <class D, class T>
  HWY_ATTR HWY_INLINE hn::Vec<D> load_row(D d, const T* element, int lane) const {
    if constexpr (kOneALane)
      return hn::Load(d, element + lane);
    else
      return hn::Set(d, *element);
  }
  template <class T>
  HWY_INLINE const T* of_lanes(const T* panel, int k) const {
    return panel + std::ptrdiff_t{k} * kWidth;
  }

  HWY_ATTR HWY_INLINE void find_exponents(const ProductGroup& group, int step, int row) {
    for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(de))) {
      auto most = hn::Set(de, std::numeric_limits<std::int8_t>::min());
      for (int i = 0, k = step * lanes_ + group.first; i < group.count; ++i, k += group.stride) {
        const auto a = load_row(de, of_row(stretch_.rows.exponent, row, stretch_.depth, k), lane);
        const auto b = hn::Load(de, of_lanes(stretch_.lanes.exponent, k) + lane);
        most = hn::Max(most, hn::SaturatedAdd(a, b));
      }
      hn::Store(most, de, most_ + lane);
    }
  }

  // The fields of 2^e_max as f64 has them, with the sign - where all products are zero, and
  // 2^(F - e_max). Beside an infinity e_max may be too great.
  HWY_ATTR HWY_INLINE void align() {
    const hn::Rebind<std::int8_t, DI> de_part;
    const auto low = hn::Set(di, plan_.product_exponent_min);
    const auto high = hn::Set(di, plan_.product_exponent_max);
    const auto threshold = hn::Set(di, kAboveZeroCodes);
    for (int lane = 0; lane < kWidth; lane += kLanes) {
      const auto most = hn::PromoteTo(di, hn::Load(de_part, most_ + lane));
      const auto e_max = hn::Min(hn::Max(most, low), high);
      const auto power = hn::Sub(hn::Set(di, 127 + plan_.fraction_bits), e_max);
      hn::Store(hn::BitCast(df, hn::ShiftLeft<23>(power)), df, scale_of_lane_ + lane);
      const auto field = hn::IfThenElse(hn::Lt(most, threshold), hn::Set(di, kAbsentField),
                                        hn::Add(e_max, hn::Set(di, 1023)));
      hn::Store(field, di, field_ + lane);
    }
  }

  HWY_ATTR HWY_INLINE void add_aligned(const ProductGroup& group, int step, int row,
                                       int first_lane) {
    hn::Vec<DF> scale[kVectorsAtOnce], special[kVectorsAtOnce];
    hn::Vec<DI> sum[kVectorsAtOnce];
    const auto lane_of = [&](int v) { return first_lane + v * kLanes; };
    for (int v = 0; v < kVectorsAtOnce; ++v) {
      scale[v] = hn::Load(df, scale_of_lane_ + lane_of(v));
      special[v] = hn::Zero(df);
      sum[v] = hn::Zero(di);
    }
    for (int i = 0, k = step * lanes_ + group.first; i < group.count; ++i, k += group.stride) {
      const float* a = of_row(stretch_.rows.value, row, stretch_.depth, k);
      const float* b = of_lanes(stretch_.lanes.value, k);
      for (int v = 0; v < kVectorsAtOnce; ++v) {
        const auto product = hn::Mul(load_row(df, a, lane_of(v)), hn::Load(df, b + lane_of(v)));
        sum[v] = hn::Add(sum[v], truncated_int(di, hn::Mul(product, scale[v])));
        special[v] = hn::Add(special[v], product);
      }
    }
    for (int v = 0; v < kVectorsAtOnce; ++v) {
      hn::Store(sum[v], di, sum_ + lane_of(v));
      hn::Store(special[v], df, value_ + lane_of(v));
    }
  }

  HWY_ATTR HWY_INLINE void finish(TermRow<kWidth>& term) const {
    const auto unit = hn::Set(dd, power_of_two(-plan_.fraction_bits));
    const auto infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    for (int lane = 0; lane < kWidth; lane += kHalf) {
      const auto field = hn::PromoteTo(dl, hn::Load(di_half, field_ + lane));
      const auto power = hn::BitCast(dd, hn::ShiftLeft<52>(field));
      const auto sum = hn::PromoteTo(dd, hn::Load(di_half, sum_ + lane));
      const auto special = hn::PromoteTo(dd, hn::Load(df_half, value_ + lane));
      const auto value = hn::Mul(sum, hn::Mul(hn::Abs(power), unit));
      const auto is_finite = hn::Lt(hn::Abs(special), infinity);
      hn::Store(hn::IfThenElse(is_finite, value, special), dd, term.value + lane);
      hn::Store(power, dd, term.power + lane);
    }
  }

  HWY_ATTR HWY_INLINE void add_fixed_point(const ProductGroup& group, int step, int row,
                                           int first_lane) {
    hn::Vec<DF> sum[kVectorsAtOnce];
    const auto lane_of = [&](int v) { return first_lane + v * kLanes; };
    for (int v = 0; v < kVectorsAtOnce; ++v) sum[v] = hn::Zero(df);
    for (int i = 0, k = step * lanes_ + group.first; i < group.count; ++i, k += group.stride) {
      const float* a = of_row(stretch_.rows.value, row, stretch_.depth, k);
      const float* b = of_lanes(stretch_.lanes.value, k);
      for (int v = 0; v < kVectorsAtOnce; ++v)
        sum[v] = hn::MulAdd(load_row(df, a, lane_of(v)), hn::Load(df, b + lane_of(v)), sum[v]);
    }
    for (int v = 0; v < kVectorsAtOnce; ++v) hn::Store(sum[v], df, value_ + lane_of(v));
  }

  HWY_ATTR HWY_INLINE void scale(int at, int row, TermRow<kWidth>& term) const {
    const hn::Rebind<std::int8_t, DI> de_part;
    const auto threshold = hn::Set(di, kAboveZeroCodes);
    alignas(64) std::int32_t zeros[kWidth];
    for (int lane = 0; lane < kWidth; lane += kLanes) {
      const auto most = hn::PromoteTo(di, hn::Load(de_part, most_ + lane));
      hn::Store(hn::VecFromMask(di, hn::Lt(most, threshold)), di, zeros + lane);
    }
    const auto minus = hn::Set(dd, -0.0), zero = hn::Zero(dd);
    for (int lane = 0; lane < kWidth; lane += kHalf) {
      const auto a = load_row(df_half, of_row(stretch_.rows.scale, row, stretch_.scales, at), lane);
      const auto b = hn::Load(df_half, of_lanes(stretch_.lanes.scale, at) + lane);
      const auto scale = scale_product(dd, a, b, scale_.least_exponent());
      const auto sum = hn::PromoteTo(dd, hn::Load(df_half, value_ + lane));
      const auto all_zero = hn::BitCast(dd, hn::PromoteTo(dl, hn::Load(di_half, zeros + lane)));
      const auto no_scale = hn::VecFromMask(dd, hn::Eq(scale.value, zero));
      const auto sign = hn::And(hn::Or(all_zero, no_scale), minus);
      hn::Store(hn::Add(hn::Mul(sum, scale.value), zero), dd, term.value + lane);
      hn::Store(hn::Or(scale.power, sign), dd, term.power + lane);
    }
  }

  // -kAbsentPower's sign and exponent.
  static constexpr std::int32_t kAbsentField = 0x800 | (1023 - 900);
  static_assert(kAbsentPower == 0x1p-900);

  const DF df;
  const DI di;
  const DE de;
  const DD dd;
  const DL dl;
  const DFHalf df_half;
  const DIHalf di_half;
  const ProductGroups& plan_;
  const Format scale_;
  const int lanes_, scales_;
  const Stretch<F32Lanes> stretch_;
  alignas(64) std::int8_t most_[kWidth];
  alignas(64) float scale_of_lane_[kWidth];
  alignas(64) std::int32_t field_[kWidth];
  alignas(64) std::int32_t sum_[kWidth];
  alignas(
      64) float value_[kWidth];  // the sum of fixed-point products; else infinite or NaN or neither
};

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
