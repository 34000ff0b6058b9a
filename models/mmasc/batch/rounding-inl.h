// SPDX-License-Identifier: Apache-2.0
// Rounding in lanes of f64 (or f32): to integers, to a grid, and to f32.

#pragma once

#include <hwy/highway.h>

#include <bit>
#include <limits>

#include "mmasc/arith/shift.h"
#include "mmasc/batch/grid_rounding.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Whether a test of mmasc/unit/rounding.h's table holds for x = whole + fraction, as a mask of
// lanes.
template <RoundingTest kTest, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> holds(D d, V whole, V fraction) {
  constexpr RoundingBit kBit = kTest.bit;
  static_assert(kBit == RoundingBit::odd || kBit == RoundingBit::guard ||
                kBit == RoundingBit::inexact);
  auto mask = hn::Gt(fraction, hn::Zero(d));
  if constexpr (kBit == RoundingBit::guard) mask = hn::Ge(fraction, hn::Set(d, 0.5));
  if constexpr (kBit == RoundingBit::odd) {
    const V half = hn::Mul(whole, hn::Set(d, 0.5));
    mask = hn::Ne(half, hn::Floor(half));
  }
  if constexpr (kTest.set)
    return mask;
  else
    return hn::Not(mask);
}

// x rounded to an integer; infinities and NaN stay. |x| is below 2^53 otherwise.
template <RoundingMode kMode, class D, class V = hn::Vec<D>>
HWY_INLINE V round_to_integer(D d, V x) {
  using enum RoundingMode;
  static_assert(kMode != stochastic);
  if constexpr (kMode == toward_zero)
    return hn::Trunc(x);
  else if constexpr (kMode == down)
    return hn::Floor(x);
  else if constexpr (kMode == up)
    return hn::Ceil(x);
  else if constexpr (kMode == nearest_even)
    return hn::Round(x);
  else {  // by the table
    constexpr IncrementRule::Case kCase = rule_of(kMode).cases[0];
    static_assert(!rule_of(kMode).cases[1].first.asks());
    const V magnitude = hn::Abs(x);
    const V whole = hn::Floor(magnitude);
    const V fraction = hn::Sub(magnitude, whole);
    auto increments = holds<kCase.first>(d, whole, fraction);
    if constexpr (kCase.second.asks())
      increments = hn::And(increments, holds<kCase.second>(d, whole, fraction));
    return hn::CopySign(hn::IfThenElse(increments, hn::Add(whole, hn::Set(d, 1)), whole), x);
  }
}

// The mode known to the plan; here no function of another target may stand between.
template <std::size_t kAt = 0, class D, class V = hn::Vec<D>>
HWY_INLINE V round_to_integer(D d, V x, Rounding rounding) {
  constexpr RoundingMode kMode = kRoundings[kAt].rounding.mode;
  if constexpr (kAt + 1 < kRoundings.size())
    if (rounding.mode != kMode) return round_to_integer<kAt + 1>(d, x, rounding);
  return round_to_integer<kMode>(d, x);
}

// 2^(exponent of v), not below least_power; of infinities and NaN some finite power.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V power_of(D d, V v, double least_power) {
  const hn::RebindToUnsigned<D> du;
  const auto field = hn::And(hn::BitCast(du, v), hn::Set(du, std::uint64_t{0x7ff} << 52));
  constexpr double kBeyondAll = 0x1p1000;
  return hn::Min(hn::Max(hn::BitCast(d, field), hn::Set(d, least_power)), hn::Set(d, kBeyondAll));
}

// 1 / v of a power of two.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V inverse_power(D d, V v) {
  using Bits = hwy::MakeUnsigned<hn::TFromD<D>>;
  const hn::RebindToUnsigned<D> du;
  constexpr Bits kOneSquared =
      sizeof(Bits) == 8 ? Bits(std::uint64_t{2046} << 52) : Bits(254) << 23;
  return hn::BitCast(d, hn::Sub(hn::Set(du, kOneSquared), hn::BitCast(du, v)));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V round_once(D d, V v, double least_power, double step, Rounding rounding) {
  const V ulp = hn::Mul(power_of(d, v, least_power), hn::Set(d, step));
  return hn::Mul(round_to_integer(d, hn::Mul(v, inverse_power(d, ulp)), rounding), ulp);
}

// The number of the grid that v becomes. Takes and gives infinities and NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V round_to_grid(D d, V v, const GridRounding& grid) {
  const V zero = hn::Zero(d);
  V first = v;
  if (grid.first_step != 0) first = round_once(d, v, grid.least_power, grid.first_step, grid.first);
  V rounded = round_once(d, first, grid.least_power, grid.step, grid.rounding);

  auto loses_sign = hn::Ne(zero, zero);  // of the zeros
  if (!grid.keeps_underflow_sign) loses_sign = hn::Ne(first, zero);
  if (!grid.keeps_prerounding_sign)
    loses_sign = hn::Or(loses_sign, hn::And(hn::Eq(first, zero), hn::Ne(v, zero)));
  if (grid.flush != Flush::none) {
    auto flushed =
        hn::And(hn::Ne(rounded, zero), hn::Lt(hn::Abs(rounded), hn::Set(d, grid.least_power)));
    if (grid.flushes_before_the_least) {
      // One binade below the least power is enough: from further below nothing reaches it.
      V unbounded = v;
      if (grid.first_step != 0)
        unbounded = round_once(d, v, grid.least_power / 2, grid.first_step, grid.first);
      unbounded = round_once(d, unbounded, grid.least_power / 2, grid.step, grid.rounding);
      flushed = hn::And(hn::Ne(v, zero), hn::Lt(hn::Abs(unbounded), hn::Set(d, grid.least_power)));
    }
    rounded = hn::IfThenElse(flushed, zero, rounded);
    if (grid.flush == Flush::to_plus_zero)
      loses_sign = hn::Or(loses_sign, flushed);
    else
      loses_sign = hn::AndNot(flushed, loses_sign);
  }
  if (!grid.has_minus_zero) loses_sign = hn::Eq(zero, zero);
  loses_sign = hn::And(loses_sign, hn::Eq(rounded, zero));

  const V infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  const V greatest = hn::Set(d, grid.greatest);
  const auto beyond = hn::Gt(hn::Abs(rounded), greatest);
  if (grid.saturates.any()) {
    const auto overflows = hn::And(beyond, hn::Lt(hn::Abs(v), infinity));
    const auto end = [&](bool negative) {
      return grid.saturates.of(negative) ? greatest : infinity;
    };
    const auto reached =
        grid.saturates.all() ? greatest : hn::IfThenElse(hn::Lt(v, zero), end(true), end(false));
    rounded = hn::IfThenElse(overflows, reached, rounded);
  } else {
    rounded = hn::IfThenElse(beyond, infinity, rounded);
  }
  if (!grid.has_infinity)
    rounded = hn::IfThenElse(hn::Eq(hn::Abs(rounded), infinity),
                             hn::Set(d, std::numeric_limits<double>::quiet_NaN()), rounded);
  return hn::IfThenElse(loses_sign, zero, hn::CopySign(rounded, v));
}

// The machine's conversion by its rounding mode; infinities stay.
template <class DF, class V>
HWY_INLINE hn::Vec<DF> demote(DF df, V v) {
#if HWY_TARGET == HWY_SCALAR  // Highway's own gives the greatest number for infinities
  return hn::Set(df, static_cast<float>(v.raw));
#else
  return hn::DemoteTo(df, v);
#endif
}

// v rounded to the grid of a format that f32 holds.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Vec<hn::Rebind<float, D>> round_to_f32(D d, V v, const GridRounding& grid,
                                                      const F32Ending& ending) {
  const hn::Rebind<float, D> df;
  const hn::RebindToSigned<D> di;
  if (!ending.exists) return demote(df, round_to_grid(d, v, grid));
  if (!ending.takes_subnormals) {
    const hn::RebindToUnsigned<D> du;
    const auto magnitude = hn::ShiftLeft<1>(hn::BitCast(du, v));
    const auto least = std::bit_cast<std::uint64_t>(0x1p-126) << 1;
    const auto is_small =  // and not zero
        hn::Lt(hn::Sub(magnitude, hn::Set(du, 1)), hn::Set(du, least - 1));
    if (!hn::AllFalse(du, is_small)) return demote(df, round_to_grid(d, v, grid));
  }
  const auto set = [&](std::uint64_t bits)
                       HWY_ATTR { return hn::Set(di, static_cast<std::int64_t>(bits)); };
  const auto bits = hn::BitCast(di, v);
  const auto carry = hn::And(hn::BroadcastSignBit(bits), set(ending.carry));
  return demote(df, hn::BitCast(d, hn::And(hn::Add(bits, carry), set(ending.mask))));
}

// Toward zero; |x| is below 2^31, or the lane's result is not used.
template <class D, class V>
HWY_INLINE hn::Vec<D> truncated_int(D d, V x) {
#if HWY_TARGET == HWY_AVX3
  if constexpr (hn::MaxLanes(d) == 16)
    return hn::Vec<D>{_mm512_cvttps_epi32(x.raw)};
  else if constexpr (hn::MaxLanes(d) == 8)
    return hn::Vec<D>{_mm256_cvttps_epi32(x.raw)};
  else
    return hn::Vec<D>{_mm_cvttps_epi32(x.raw)};
#elif HWY_TARGET == HWY_AVX2
  if constexpr (hn::MaxLanes(d) == 8)
    return hn::Vec<D>{_mm256_cvttps_epi32(x.raw)};
  else
    return hn::Vec<D>{_mm_cvttps_epi32(x.raw)};
#elif HWY_TARGET == HWY_SSE4
  return hn::Vec<D>{_mm_cvttps_epi32(x.raw)};
#else
  return hn::ConvertTo(d, x);
#endif
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
