// SPDX-License-Identifier: Apache-2.0
// One fused sum in vector lanes: a tile's rows, a few at once, step after step.
//
//     exponents   e_max of the products, lane by lane          int8 or int16, saturating
//     head        e_max with c and exact zeros; 2^(F - e_max)  int32
//     body        sum of a_k * b_k * 2^(F - e_max), truncated  f32 into int32, or f64
//     tail        c aligned, added; the sum rounded to d       f64; f32 and int32 where it can

#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include "mmasc/batch/fused_tail-inl.h"
#include "mmasc/batch/kernels.h"
#include "mmasc/batch/operands-inl.h"
#include "mmasc/batch/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr int kRowsAtOnce = 2;

template <class Lane, int kWidth, Pairing kPairing, bool kSpecials, Alignment kAlignment,
          Ending kEnding>
class FusedSteps {
  static constexpr bool kIsF32 = std::is_same_v<Lane, F32Lanes>;
  static constexpr bool kTruncates = kEnding != Ending::rounded;
  static constexpr bool kEndsInF32 = kEnding == Ending::truncated_f32;
  using Row = FusedRow<Lane, kWidth>;
  using Value = typename Lane::value;
  using Exponent = typename Lane::exponent;

  const hn::CappedTag<Value, kWidth> dv;
  const hn::CappedTag<Exponent, kWidth> de;
  const hn::CappedTag<std::int32_t, kWidth> di;
  const hn::RebindToFloat<hn::CappedTag<std::int32_t, kWidth>> df;
  const hn::CappedTag<double, kWidth> dd;
  const hn::RebindToSigned<hn::CappedTag<double, kWidth>> dl;
  const hn::Rebind<std::int32_t, hn::CappedTag<double, kWidth>> di_half;
  const hn::Rebind<float, hn::CappedTag<double, kWidth>> df_half;

  static constexpr int kThreshold = kIsF32 ? kAboveZeroCodes : -16384;

 public:
  FusedSteps(const FusedPlan& plan, const Stretch<Lane>& stretch)
      : plan_(plan),
        stretch_(stretch),
        lanes_(plan.lanes),
        partial_(kIsF32 ? std::min(plan.addends_in_int32, plan.lanes) : plan.lanes),
        partial_sums_((lanes_ + partial_ - 1) / partial_),
        tail_(plan_, partial_sums_) {}

  HWY_ATTR void run() {
    for (int step = stretch_.first_step; step < stretch_.first_step + stretch_.steps; ++step) {
      int row = 0;
      for (; row + kRowsAtOnce <= stretch_.row_count; row += kRowsAtOnce)
        run_step<kRowsAtOnce>(step, row);
      for (; row < stretch_.row_count; ++row) run_step<1>(step, row);
    }
  }

 private:
  template <int kRows>
  HWY_ATTR HWY_INLINE void run_step(int step, int first_row) {
    for (int r = 0; r < kRows; ++r) {
      find_exponents(step, first_row + r, rows_[r]);
      if constexpr (kSpecials) std::fill_n(rows_[r].special, kWidth, 0.0f);
      if constexpr (kEndsInF32)
        head_in_f32(first_row + r, rows_[r]);
      else
        head(step, first_row + r, rows_[r]);
    }
    for (int part = 0; part < partial_sums_; ++part) body<kRows>(step, first_row, part);
    for (int r = 0; r < kRows; ++r) {
      Row& row = rows_[r];
      if constexpr (kEndsInF32) {
        if (row.may_end_in_f32 && tail_.in_f32(row, tile_row(first_row + r))) continue;
        head(step, first_row + r, row);
      }
      tail_.in_f64(row, tile_row(first_row + r));
    }
  }

  HWY_INLINE float* tile_row(int row) const { return stretch_.tile + std::ptrdiff_t{row} * kWidth; }
  template <class T>
  HWY_INLINE const T* row_of(const T* panel, int row, int k) const {
    return of_row<kPairing, kWidth>(panel, row, stretch_.depth, k);
  }
  template <class T>
  HWY_INLINE const T* lanes_of(const T* panel, int row, int k) const {
    return of_lanes<kPairing, kWidth>(stretch_, panel, row, k);
  }

  HWY_ATTR HWY_INLINE void find_exponents(int step, int row_index, Row& row) const {
    const int first = step * lanes_;
    const bool looks = plan_.looks_for_zeros;
    for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(de))) {
      auto most = hn::Set(de, std::numeric_limits<Exponent>::min());
      auto least = hn::Set(de, std::numeric_limits<Exponent>::max());
      for (int k = first; k < first + lanes_; ++k) {
        const auto a = load_row<kPairing>(de, row_of(stretch_.rows.exponent, row_index, k), lane);
        const auto b = hn::Load(de, lanes_of(stretch_.lanes.exponent, row_index, k) + lane);
        const auto product = hn::SaturatedAdd(a, b);
        most = hn::Max(most, product);
        if (looks) least = hn::Min(least, product);
      }
      hn::Store(most, de, row.most + lane);
      if (looks) hn::Store(least, de, row.least + lane);
    }
  }

  HWY_ATTR HWY_INLINE void head(int step, int row_index, Row& row) const {
    const hn::Rebind<Exponent, decltype(di)> de_part;
    const float* tile = tile_row(row_index);
    const auto absent = hn::Set(di, kAbsentExponent);
    const auto threshold = hn::Set(di, kThreshold);
    const auto zero_exponent = hn::Set(di, plan_.zero_exponent);
    auto greatest = hn::Set(di, kLowestExponent);
    for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(di))) {
      auto products = hn::PromoteTo(di, hn::Load(de_part, row.most + lane));
      auto scales = hn::Zero(di);
      const auto no_products = hn::Lt(products, threshold);
      if (plan_.has_scales) {
        const auto scale =
            hn::Add(load_row<kPairing>(df, of_scales(row_index, step), lane),
                    hn::Load(df, stretch_.lanes.scale + std::ptrdiff_t{step} * kWidth + lane));
        if constexpr (kSpecials)  // 0, or NaN
          hn::Store(hn::Sub(scale, scale), df, row.special + lane);
        scales = hn::ConvertTo(di, hn::IfThenElseZero(hn::Eq(scale, scale), scale));
        products = hn::Add(products, scales);
      }
      if (plan_.looks_for_zeros) {
        products = hn::IfThenElse(no_products, absent, products);
        const auto least = hn::PromoteTo(di, hn::Load(de_part, row.least + lane));
        products =
            hn::Max(products, hn::IfThenElse(hn::Lt(least, threshold), zero_exponent, absent));
      } else {  // zeros lie below every product
        products = hn::IfThenElse(no_products, zero_exponent, products);
      }

      const auto c = hn::Load(df, tile + lane);
      const auto c_bits = hn::BitCast(di, c);
      const auto field = hn::ShiftRight<23>(hn::And(c_bits, hn::Set(di, 0x7fffffff)));
      auto c_exponent =
          hn::Max(hn::Sub(field, hn::Set(di, 127)), hn::Set(di, plan_.c_least_exponent));
      c_exponent = hn::IfThenElse(hn::RebindMask(di, hn::Eq(c, hn::Zero(df))),
                                  hn::Set(di, plan_.c_zero_exponent), c_exponent);
      const auto e_max = hn::Max(hn::Max(products, c_exponent), hn::Set(di, plan_.least_exponent));
      hn::Store(hn::Add(e_max, hn::Set(di, 1023 - plan_.fraction_bits)), di, row.ulp_field + lane);
      greatest = hn::Max(greatest, e_max);

      // Where e_max lies beyond these bounds all products are zero, or align to nothing.
      const auto bounded =
          hn::Min(hn::Max(hn::Sub(e_max, scales), hn::Set(di, plan_.product_exponent_min)),
                  hn::Set(di, plan_.product_exponent_max + plan_.fraction_bits + 3));
      const auto power = hn::Sub(hn::Set(di, plan_.fraction_bits), bounded);
      if constexpr (kIsF32) {
        const auto bits = hn::ShiftLeft<23>(hn::Add(power, hn::Set(di, 127)));
        hn::Store(hn::BitCast(df, bits), df, row.scale + lane);
      } else {
        alignas(64) std::int32_t fields[kWidth];
        hn::Store(hn::Add(power, hn::Set(di, 1023)), di, fields);
        for (std::size_t i = 0; i < hn::Lanes(di); i += hn::Lanes(dd))
          hn::Store(power_of_field(dd, hn::Load(di_half, fields + i)), dd,
                    row.scale + static_cast<std::size_t>(lane) + i);
      }
    }
    row.may_overflow =
        !hn::AllFalse(di, hn::Gt(greatest, hn::Set(di, plan_.greatest_safe_exponent)));
  }

  // As head, with e_max at least f32_least_exponent. Tells whether the tail may be in f32: no sum
  // reaches 2^128, and no c is so small that e_max might truly be less.
  HWY_ATTR HWY_INLINE void head_in_f32(int row_index, Row& row) const {
    const hn::Rebind<Exponent, decltype(di)> de_part;
    const hn::RebindToUnsigned<decltype(di)> du;
    const float* tile = tile_row(row_index);
    const auto one = hn::Set(du, 1);
    const auto bias = hn::Set(di, 127);
    const auto floor = hn::Set(di, plan_.f32_least_exponent);
    const auto field_of_one = hn::Set(di, 127 + plan_.fraction_bits);
    const auto least_scale = hn::Set(di, (127 - plan_.product_exponent_max - 3) << 23);
    auto greatest = floor;
    auto least_c = hn::Set(du, ~std::uint32_t{0});
    for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(di))) {
      const auto products = hn::PromoteTo(di, hn::Load(de_part, row.most + lane));
      const auto c = hn::ShiftLeft<1>(hn::BitCast(du, hn::Load(df, tile + lane)));  // no sign
      least_c = hn::Min(least_c, hn::Sub(c, one));  // of zero the greatest
      const auto c_exponent = hn::Sub(hn::BitCast(di, hn::ShiftRight<24>(c)), bias);
      const auto e_max = hn::Max(hn::Max(products, floor), c_exponent);
      greatest = hn::Max(greatest, e_max);
      const auto scale = hn::ShiftLeft<23>(hn::Sub(field_of_one, e_max));
      hn::Store(hn::BitCast(df, scale), df, row.c_scale + lane);
      // Where it is less still the products align to nothing.
      hn::Store(hn::BitCast(df, hn::Max(scale, least_scale)), df, row.scale + lane);
    }
    const auto may_overflow = hn::Gt(greatest, hn::Set(di, plan_.greatest_safe_exponent));
    const auto is_tiny = hn::Lt(least_c, hn::Set(du, tiny_c_));
    row.may_end_in_f32 = hn::AllFalse(di, may_overflow) && hn::AllFalse(du, is_tiny);
  }

  HWY_INLINE const float* of_scales(int row_index, int step) const {
    return kPairing == Pairing::own_row
               ? stretch_.rows.scale + std::ptrdiff_t{step} * kWidth
               : stretch_.rows.scale + std::ptrdiff_t{row_index} * stretch_.scales + step;
  }

  HWY_ATTR HWY_INLINE hn::Vec<decltype(dv)> rounded(hn::Vec<decltype(dv)> aligned) const {
    if constexpr (kAlignment == Alignment::toward_zero) return hn::Trunc(aligned);
    if constexpr (kAlignment == Alignment::down) return hn::Floor(aligned);
    return rounded_as_planned(aligned);
  }
  HWY_ATTR HWY_NOINLINE hn::Vec<decltype(dv)> rounded_as_planned(
      hn::Vec<decltype(dv)> aligned) const {
    return round_to_integer(dv, aligned, plan_.alignment_rounding);
  }

  // A block of rows and vectors, so that an operand loaded once serves several products.
  static constexpr int kVectors = static_cast<int>(kWidth / hn::MaxLanes(decltype(dv){}));
  static constexpr int kVectorsAtOnce = std::min(kVectors, HWY_TARGET == HWY_AVX3 ? 4 : 2);

  template <int kRows>
  HWY_ATTR HWY_INLINE void body(int step, int first_row, int part) {
    const int first = step * lanes_ + part * partial_;
    const int last = std::min(first + partial_, (step + 1) * lanes_);
    for (int vector = 0; vector < kVectors; vector += kVectorsAtOnce)
      body_block<kRows>(first, last, first_row, vector * static_cast<int>(hn::Lanes(dv)), part);
  }

  template <int kRows>
  HWY_ATTR HWY_INLINE void body_block(int first, int last, int first_row, int first_lane,
                                      int part) {
    using Vector = hn::Vec<decltype(dv)>;
    using Sum = std::conditional_t<kIsF32, hn::Vec<decltype(di)>, Vector>;
    Vector scale[kRows][kVectorsAtOnce], special[kRows][kVectorsAtOnce];
    Sum sum[kRows][kVectorsAtOnce];
    const auto lane_of = [&](int v) { return first_lane + v * static_cast<int>(hn::Lanes(dv)); };
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectorsAtOnce; ++v) {
        scale[r][v] = hn::Load(dv, rows_[r].scale + lane_of(v));
        if constexpr (kIsF32)
          sum[r][v] = hn::Zero(di);
        else
          sum[r][v] = hn::Zero(dv);
        if constexpr (kSpecials && kIsF32)
          special[r][v] = hn::Load(df, rows_[r].special + lane_of(v));
      }
    for (int k = first; k < last; ++k) {
      Vector b[kVectorsAtOnce];
      for (int r = 0; r < kRows; ++r) {
        if (r == 0 || kPairing == Pairing::selected)
          for (int v = 0; v < kVectorsAtOnce; ++v)
            b[v] = hn::Load(dv, lanes_of(stretch_.lanes.value, first_row + r, k) + lane_of(v));
        const auto* row = row_of(stretch_.rows.value, first_row + r, k);
        for (int v = 0; v < kVectorsAtOnce; ++v) {
          const auto product = hn::Mul(load_row<kPairing>(dv, row, lane_of(v)), b[v]);
          const auto aligned = hn::Mul(product, scale[r][v]);
          if constexpr (kIsF32) {
            sum[r][v] = hn::Add(sum[r][v], truncated_int(di, aligned));
            if constexpr (kSpecials) special[r][v] = hn::Add(special[r][v], product);
          } else {
            sum[r][v] = hn::Add(sum[r][v], rounded(aligned));
          }
        }
      }
    }
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectorsAtOnce; ++v) {
        if constexpr (kIsF32)
          hn::Store(sum[r][v], di, rows_[r].sum[part] + lane_of(v));
        else
          hn::Store(sum[r][v], dv, rows_[r].sum[part] + lane_of(v));
        if constexpr (kSpecials && kIsF32)
          hn::Store(special[r][v], df, rows_[r].special + lane_of(v));
      }
  }

  const FusedPlan plan_;
  const Stretch<Lane> stretch_;
  const int lanes_, partial_, partial_sums_;
  const std::uint32_t tiny_c_ =  // of 2^f32_least_exponent the bits but the sign
      plan_.tiny_c_ends_in_f64 ? static_cast<std::uint32_t>(127 + plan_.f32_least_exponent) << 24
                               : 0;
  const FusedTail<Lane, kWidth, kSpecials, kEnding> tail_;
  Row rows_[kRowsAtOnce];
};

template <int kWidth, Pairing kPairing, bool kSpecials>
void fused_f32(const FusedPlan& plan, const Stretch<F32Lanes>& stretch) {
  const auto run = [&]<Ending kEnding>() {
    FusedSteps<F32Lanes, kWidth, kPairing, kSpecials, Alignment::toward_zero, kEnding>(plan,
                                                                                       stretch)
        .run();
  };
  if (plan.ends_in_f32)
    run.template operator()<Ending::truncated_f32>();
  else if (plan.truncates_to_f32)
    run.template operator()<Ending::truncated_f64>();
  else
    run.template operator()<Ending::rounded>();
}

template <int kWidth, Pairing kPairing>
void fused_f64(const FusedPlan& plan, const Stretch<F64Lanes>& stretch) {
  if (plan.alignment_rounding == Rounding::toward_zero && plan.truncates_to_f32) {
    FusedSteps<F64Lanes, kWidth, kPairing, true, Alignment::toward_zero, Ending::truncated_f64>(
        plan, stretch)
        .run();
    return;
  }
  const auto run = [&]<Alignment kAlignment>() {
    FusedSteps<F64Lanes, kWidth, kPairing, true, kAlignment, Ending::rounded>(plan, stretch).run();
  };
  if (plan.alignment_rounding == Rounding::toward_zero)
    run.template operator()<Alignment::toward_zero>();
  else if (plan.alignment_rounding == Rounding::down)
    run.template operator()<Alignment::down>();
  else
    run.template operator()<Alignment::of_plan>();
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
