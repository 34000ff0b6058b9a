// SPDX-License-Identifier: Apache-2.0
// Sums of products alone as terms of a tree of sums:
//
//     fixed-point products   added in f32, exactly; then multiplied by their scales
//     others                 aligned to the largest exponent, truncated, added: in f32 and int32
//                            where the plan proves them exact there, else in f64
//
// A sum's term: f64 holds the value, and the power of its exponent, negative where all products are
// zero.

#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include "mmasc/batch/kernels.h"
#include "mmasc/batch/operands-inl.h"
#include "mmasc/batch/rounding-inl.h"

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

template <class Lane, int kWidth, Pairing kPairing>
class GroupedProducts {
  static constexpr bool kIsF32 = std::is_same_v<Lane, F32Lanes>;
  using Value = typename Lane::value;
  using Exponent = typename Lane::exponent;
  using DV = hn::CappedTag<Value, kWidth>;
  using DE = hn::CappedTag<Exponent, kWidth>;
  using DI = hn::CappedTag<std::int32_t, kWidth>;
  using DD = hn::CappedTag<double, kWidth>;
  using DL = hn::RebindToSigned<DD>;
  using DFHalf = hn::Rebind<float, DD>;
  using DIHalf = hn::Rebind<std::int32_t, DD>;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(DV{}));
  static constexpr int kIntegers = static_cast<int>(hn::MaxLanes(DI{}));
  static constexpr int kHalf = static_cast<int>(hn::MaxLanes(DD{}));
  static constexpr int kVectorsAtOnce = std::min(4, kWidth / kLanes);
  static constexpr int kThreshold = kIsF32 ? kAboveZeroCodes : -16384;

 public:
  GroupedProducts(const TreePlan& plan, const Stretch<Lane>& stretch)
      : plan_(plan.products),
        least_scale_(plan.multiplier.is_scaled() ? plan.multiplier.scales[0].format.least_exponent()
                                                 : 0),
        lanes_(plan.multiplier.lanes),
        scales_(lanes_ / plan.multiplier.lanes_scaled_alike()),
        stretch_(stretch) {}

  HWY_ATTR HWY_INLINE void sum_up(int step, int row, TermRow<kWidth>* terms) {
    for (const ProductGroup& group : plan_.groups) {
      const int first = step * lanes_ + group.first;
      find_exponents(group, first, row);
      if (plan_.fixed_point) {
        if constexpr (kIsF32) {
          add_fixed_point(group, first, row);
          scale(step * scales_ + group.scale, row, terms[group.slot]);
        }
      } else {
        const bool may_overflow = align();
        if (may_overflow || (kIsF32 && stretch_.specials))
          add_aligned<true>(group, first, row);
        else
          add_aligned<false>(group, first, row);
        finish(terms[group.slot]);
      }
    }
  }

 private:
  template <class T>
  HWY_INLINE const T* row_of(const T* panel, int row, int k) const {
    return of_row<kPairing, kWidth>(panel, row, stretch_.depth, k);
  }
  template <class T>
  HWY_INLINE const T* lanes_of(const T* panel, int row, int k) const {
    return of_lanes<kPairing, kWidth>(stretch_, panel, row, k);
  }
  HWY_ATTR HWY_INLINE hn::Vec<DD> power_of_field(const std::int32_t* field) const {
    return hn::BitCast(dd, hn::ShiftLeft<52>(hn::PromoteTo(dl, hn::Load(di_half, field))));
  }

  HWY_ATTR HWY_INLINE void find_exponents(const ProductGroup& group, int first, int row) {
    for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(de))) {
      auto most = hn::Set(de, std::numeric_limits<Exponent>::min());
      for (int i = 0, k = first; i < group.count; ++i, k += group.stride) {
        const auto a = load_row<kPairing>(de, row_of(stretch_.rows.exponent, row, k), lane);
        const auto b = hn::Load(de, lanes_of(stretch_.lanes.exponent, row, k) + lane);
        most = hn::Max(most, hn::SaturatedAdd(a, b));
      }
      hn::Store(most, de, most_ + lane);
    }
  }

  // Sets 2^(F - e_max), and the field of 2^e_max as f64 has it, with the sign - where all products
  // are zero. Beside an infinity e_max may be too great. Tells whether a product may overflow.
  HWY_ATTR HWY_INLINE bool align() {
    const hn::Rebind<Exponent, DI> de_part;
    const auto low = hn::Set(di, plan_.product_exponent_min);
    const auto high = hn::Set(di, plan_.product_exponent_max);
    const auto threshold = hn::Set(di, kThreshold);
    auto greatest = low;
    for (int lane = 0; lane < kWidth; lane += kIntegers) {
      const auto most = hn::PromoteTo(di, hn::Load(de_part, most_ + lane));
      const auto e_max = hn::Min(hn::Max(most, low), high);
      const auto power = hn::Sub(hn::Set(di, plan_.fraction_bits), e_max);
      if constexpr (kIsF32) {
        const auto bits = hn::ShiftLeft<23>(hn::Add(power, hn::Set(di, 127)));
        hn::Store(hn::BitCast(dv, bits), dv, scale_of_lane_ + lane);
      } else {
        alignas(64) std::int32_t field[kIntegers];
        hn::Store(hn::Add(power, hn::Set(di, 1023)), di, field);
        for (int i = 0; i < kIntegers; i += kHalf)
          hn::Store(power_of_field(field + i), dd, scale_of_lane_ + lane + i);
        greatest = hn::Max(greatest, e_max);
      }
      const auto field = hn::IfThenElse(hn::Lt(most, threshold), hn::Set(di, kAbsentField),
                                        hn::Add(e_max, hn::Set(di, 1023)));
      hn::Store(field, di, field_ + lane);
    }
    if constexpr (kIsF32) return false;
    return !hn::AllFalse(di, hn::Gt(greatest, hn::Set(di, plan_.greatest_safe_exponent)));
  }

  // kSpecials: in f32 lanes, operands may be infinite or NaN; in f64 lanes, products may overflow.
  template <bool kSpecials>
  HWY_ATTR HWY_INLINE void add_aligned(const ProductGroup& group, int first, int row) {
    using Sum = std::conditional_t<kIsF32, hn::Vec<DI>, hn::Vec<DV>>;
    const auto infinity = hn::Set(dv, std::numeric_limits<Value>::infinity());
    const auto overflow = hn::Set(dd, plan_.infinity);
    for (int first_lane = 0; first_lane < kWidth; first_lane += kVectorsAtOnce * kLanes) {
      hn::Vec<DV> scale[kVectorsAtOnce], special[kVectorsAtOnce];
      Sum sum[kVectorsAtOnce];
      const auto lane_of = [&](int v) { return first_lane + v * kLanes; };
      for (int v = 0; v < kVectorsAtOnce; ++v) {
        scale[v] = hn::Load(dv, scale_of_lane_ + lane_of(v));
        special[v] = hn::Zero(dv);
        if constexpr (kIsF32)
          sum[v] = hn::Zero(di);
        else
          sum[v] = hn::Zero(dv);
      }
      for (int i = 0, k = first; i < group.count; ++i, k += group.stride) {
        const Value* a = row_of(stretch_.rows.value, row, k);
        const Value* b = lanes_of(stretch_.lanes.value, row, k);
        for (int v = 0; v < kVectorsAtOnce; ++v) {
          auto product =
              hn::Mul(load_row<kPairing>(dv, a, lane_of(v)), hn::Load(dv, b + lane_of(v)));
          if constexpr (kIsF32) {
            sum[v] = hn::Add(sum[v], truncated_int(di, hn::Mul(product, scale[v])));
            if constexpr (kSpecials) special[v] = hn::Add(special[v], product);
          } else {
            if constexpr (kSpecials)
              product = hn::IfThenElse(hn::Ge(hn::Abs(product), overflow),
                                       hn::CopySign(infinity, product), product);
            sum[v] = hn::Add(sum[v], hn::Trunc(hn::Mul(product, scale[v])));
          }
        }
      }
      for (int v = 0; v < kVectorsAtOnce; ++v) {
        if constexpr (kIsF32) {
          hn::Store(sum[v], di, sum_ + lane_of(v));
          hn::Store(special[v], dv, value_ + lane_of(v));
        } else {
          hn::Store(sum[v], dv, sum_ + lane_of(v));
        }
      }
    }
  }

  HWY_ATTR HWY_INLINE void finish(TermRow<kWidth>& term) const {
    const auto unit = hn::Set(dd, power_of_two(-plan_.fraction_bits));
    const auto infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    for (int lane = 0; lane < kWidth; lane += kHalf) {
      const auto power = power_of_field(field_ + lane);
      const auto ulp = hn::Mul(hn::Abs(power), unit);
      auto value = hn::Zero(dd);
      if constexpr (kIsF32) {
        value = hn::Mul(hn::PromoteTo(dd, hn::Load(di_half, sum_ + lane)), ulp);
        if (stretch_.specials) {
          const auto special = hn::PromoteTo(dd, hn::Load(df_half, value_ + lane));
          value = hn::IfThenElse(hn::Lt(hn::Abs(special), infinity), value, special);
        }
      } else {  // truncation may give -0
        value = hn::Add(hn::Mul(hn::Load(dd, sum_ + lane), ulp), value);
      }
      hn::Store(value, dd, term.value + lane);
      hn::Store(power, dd, term.power + lane);
    }
  }

  HWY_ATTR HWY_INLINE void add_fixed_point(const ProductGroup& group, int first, int row) {
    for (int first_lane = 0; first_lane < kWidth; first_lane += kVectorsAtOnce * kLanes) {
      hn::Vec<DV> sum[kVectorsAtOnce];
      const auto lane_of = [&](int v) { return first_lane + v * kLanes; };
      for (int v = 0; v < kVectorsAtOnce; ++v) sum[v] = hn::Zero(dv);
      for (int i = 0, k = first; i < group.count; ++i, k += group.stride) {
        const Value* a = row_of(stretch_.rows.value, row, k);
        const Value* b = lanes_of(stretch_.lanes.value, row, k);
        for (int v = 0; v < kVectorsAtOnce; ++v)
          sum[v] = hn::MulAdd(load_row<kPairing>(dv, a, lane_of(v)), hn::Load(dv, b + lane_of(v)),
                              sum[v]);
      }
      for (int v = 0; v < kVectorsAtOnce; ++v) hn::Store(sum[v], dv, value_ + lane_of(v));
    }
  }

  HWY_ATTR HWY_INLINE void scale(int at, int row, TermRow<kWidth>& term) const {
    const hn::Rebind<Exponent, DI> de_part;
    const auto threshold = hn::Set(di, kThreshold);
    alignas(64) std::int32_t zeros[kWidth];
    for (int lane = 0; lane < kWidth; lane += kIntegers) {
      const auto most = hn::PromoteTo(di, hn::Load(de_part, most_ + lane));
      hn::Store(hn::VecFromMask(di, hn::Lt(most, threshold)), di, zeros + lane);
    }
    const auto minus = hn::Set(dd, -0.0), zero = hn::Zero(dd);
    for (int lane = 0; lane < kWidth; lane += kHalf) {
      const auto a = load_row<kPairing>(
          df_half, of_row<kPairing, kWidth>(stretch_.rows.scale, row, stretch_.scales, at), lane);
      const auto b = hn::Load(df_half, stretch_.lanes.scale + std::ptrdiff_t{at} * kWidth + lane);
      const auto scale = scale_product(dd, a, b, least_scale_);
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

  const DV dv;
  const DE de;
  const DI di;
  const DD dd;
  const DL dl;
  const DFHalf df_half;
  const DIHalf di_half;
  const ProductGroups& plan_;
  const int least_scale_;  // exponent
  const int lanes_, scales_;
  const Stretch<Lane> stretch_;
  alignas(64) Exponent most_[kWidth];
  alignas(64) Value scale_of_lane_[kWidth];
  alignas(64) std::int32_t field_[kWidth];
  alignas(64) std::conditional_t<kIsF32, std::int32_t, double> sum_[kWidth];
  alignas(64) float value_[kWidth];  // of fixed-point products; else infinite or NaN where they are
};

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
