// SPDX-License-Identifier: Apache-2.0
// The end of a step of one fused sum: c aligned, added; the sum rounded to d.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include "mmasc/batch/kernels.h"
#include "mmasc/batch/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// How a step's sum becomes d: rounded or truncated from f64, or truncated from int32.
enum class Ending { rounded, truncated_f64, truncated_f32 };

// A row of chains between a step's head and its tail.
template <class Lane, int kWidth>
struct FusedRow {
  static constexpr bool kIsF32 = std::is_same_v<Lane, F32Lanes>;
  alignas(64) typename Lane::exponent most[kWidth];
  alignas(64) typename Lane::exponent least[kWidth];
  alignas(64) std::int32_t ulp_field[kWidth];      // of 2^(e_max - F), as f64 has it
  alignas(64) typename Lane::value scale[kWidth];  // 2^(F - e_max), less what the scales give
  bool may_overflow;
  bool may_end_in_f32;
  alignas(64) float c_scale[kWidth];  // 2^(F - e_max), where the tail is in f32
  alignas(64)
      std::conditional_t<kIsF32, std::int32_t, double> sum[kIsF32 ? kMostPartialSums : 1][kWidth];
  alignas(64) float special[kWidth];
};

// 2^(field - 1023).
template <class D>
HWY_ATTR HWY_INLINE hn::Vec<D> power_of_field(D dd, hn::Vec<hn::Rebind<std::int32_t, D>> field) {
  const hn::RebindToSigned<D> dl;
  return hn::BitCast(dd, hn::ShiftLeft<52>(hn::PromoteTo(dl, field)));
}

// It does not know how the operands are paired, nor how products are aligned, so that its code is
// compiled once for all of these.
template <class Lane, int kWidth, bool kSpecials, Ending kEnding>
class FusedTail {
  static constexpr bool kIsF32 = std::is_same_v<Lane, F32Lanes>;
  static constexpr bool kTruncates = kEnding != Ending::rounded;
  using Row = FusedRow<Lane, kWidth>;

  const hn::CappedTag<std::int32_t, kWidth> di;
  const hn::RebindToFloat<hn::CappedTag<std::int32_t, kWidth>> df;
  const hn::CappedTag<double, kWidth> dd;
  const hn::Rebind<std::int32_t, hn::CappedTag<double, kWidth>> di_half;
  const hn::Rebind<float, hn::CappedTag<double, kWidth>> df_half;

 public:
  FusedTail(const FusedPlan& plan, int partial_sums) : plan_(plan), partial_sums_(partial_sums) {}

  // The row of the tile is c, and then d.
  HWY_ATTR HWY_NOINLINE void in_f64(const Row& row, float* tile) const {
    if (kTruncates && !row.may_overflow)
      tail<false>(row, tile);
    else
      tail<true>(row, tile);
  }

  // As in_f64, in f32, unless a sum leaves int32: then false, and the tile is as it was. Beside an
  // infinite product the sum is meaningless but finite, as the machine rounds toward zero.
  HWY_ATTR HWY_NOINLINE bool in_f32(const Row& row, float* tile) const {
    constexpr int kVectorsOfRow = static_cast<int>(kWidth / hn::MaxLanes(decltype(di){}));
    const auto lane_of = [](int v) { return v * static_cast<int>(hn::MaxLanes(decltype(di){})); };
    const auto infinity = hn::Set(df, std::numeric_limits<float>::infinity());
    hn::Vec<decltype(di)> value[kVectorsOfRow];
    auto overflows = hn::Zero(di);  // the sign, where two terms' sum does not have their sign
    for (int v = 0; v < kVectorsOfRow; ++v) {
      const auto scale = hn::Load(df, row.c_scale + lane_of(v));
      auto sum = truncated_int(di, hn::Mul(hn::Load(df, tile + lane_of(v)), scale));
      for (int part = 0; part < partial_sums_; ++part) {
        const auto x = sum, y = hn::Load(di, row.sum[part] + lane_of(v));
        sum = hn::Add(x, y);
        overflows = hn::Or(overflows, hn::And(hn::Xor(x, sum), hn::Xor(y, sum)));
      }
      auto result = hn::Mul(hn::ConvertTo(df, sum), inverse_power(df, scale));
      if constexpr (kSpecials) {
        const auto special = hn::Load(df, row.special + lane_of(v));
        const auto is_finite = hn::Lt(hn::Abs(special), infinity);
        result = hn::Add(result, hn::IfThenZeroElse(is_finite, special));
      }
      value[v] =
          hn::And(hn::BitCast(di, result), hn::Set(di, static_cast<std::int32_t>(result_mask_)));
    }
    if (!hn::AllFalse(di, hn::Lt(overflows, hn::Zero(di)))) return false;
    for (int v = 0; v < kVectorsOfRow; ++v)
      hn::Store(hn::Add(hn::BitCast(df, value[v]), hn::Set(df, zero_)), df, tile + lane_of(v));
    return true;
  }

 private:
  template <bool kMayOverflow>
  HWY_ATTR HWY_INLINE void tail(const Row& row, float* tile) const {
    const hn::RebindToUnsigned<decltype(df_half)> du_half;
    const auto infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(dd))) {
      const auto ulp = power_of_field(dd, hn::Load(di_half, row.ulp_field + lane));
      const auto c = hn::PromoteTo(dd, hn::Load(df_half, tile + lane));
      auto sum = load_sum(row, lane);
      auto aligned = hn::Mul(c, inverse_power(dd, ulp));
      if constexpr (kTruncates) {
        sum = hn::Add(sum, hn::Trunc(aligned));
      } else {
        aligned = hn::Mul(aligned, hn::Set(dd, c_up_));
        aligned = round_to_integer(dd, aligned, plan_.c_alignment_rounding);
        sum = hn::MulAdd(aligned, hn::Set(dd, c_down_), sum);
      }
      auto value = hn::Mul(sum, ulp);
      if (kSpecials && (kIsF32 || plan_.has_scales)) {
        const auto special = hn::PromoteTo(dd, hn::Load(df_half, row.special + lane));
        const auto is_finite = hn::Lt(hn::Abs(special), infinity);
        value = hn::Add(value, hn::IfThenZeroElse(is_finite, special));
      }
      if constexpr (kTruncates) {
        if constexpr (kMayOverflow) {
          const auto overflows = hn::Ge(hn::Abs(value), hn::Set(dd, 0x1p128));
          value = hn::IfThenElse(overflows, hn::CopySign(infinity, value), value);
        }
        // A result of fewer fraction bits than f32 keeps the leading ones. A NaN stays one: it
        // keeps its first fraction bit.
        const auto bits = hn::BitCast(du_half, demote(df_half, value));
        const auto kept = hn::BitCast(df_half, hn::And(bits, hn::Set(du_half, result_mask_)));
        hn::Store(hn::Add(kept, hn::Set(df_half, zero_)), df_half, tile + lane);
      } else {
        hn::Store(demote(df_half, round_to_grid(dd, value, plan_.result)), df_half, tile + lane);
      }
    }
  }

  HWY_ATTR HWY_INLINE hn::Vec<decltype(dd)> load_sum(const Row& row, int lane) const {
    if constexpr (kIsF32) {
      auto sum = hn::PromoteTo(dd, hn::Load(di_half, row.sum[0] + lane));
      for (int part = 1; part < partial_sums_; ++part)
        sum = hn::Add(sum, hn::PromoteTo(dd, hn::Load(di_half, row.sum[part] + lane)));
      return sum;
    } else {
      return hn::Load(dd, row.sum[0] + lane);
    }
  }

  const FusedPlan& plan_;
  const int partial_sums_;
  const double c_up_ = power_of_two(plan_.c_fraction_bits - plan_.fraction_bits);
  const double c_down_ = power_of_two(plan_.fraction_bits - plan_.c_fraction_bits);
  // Added to a result, +0 leaves no -0 behind, for exact zeros are +0 here; -0 changes nothing.
  const float zero_ = plan_.result.keeps_underflow_sign ? -0.0f : 0.0f;
  const std::uint32_t result_mask_ =
      ~((std::uint32_t{1} << (23 - std::min(23, plan_.result_fraction_bits))) - 1);
};

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
