// SPDX-License-Identifier: Apache-2.0
// The IEEE addition outside the unit, of a late C or of promoted partial sums, with one rounding of
// any mode: the f64 sum rounded to odd, then to the grid.

#pragma once

#include <hwy/highway.h>

#include "mmasc/batch/kernels.h"
#include "mmasc/batch/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The rounded sum and its error, which is a number of its own (Knuth). Needs rounding to nearest.
template <class V>
struct TwoSum {
  V rounded, error;
};
template <class V>
HWY_INLINE TwoSum<V> two_sum(V x, V y) {
  const V sum = hn::Add(x, y);
  const V y_part = hn::Sub(sum, x);
  return {sum, hn::Add(hn::Sub(x, hn::Sub(sum, y_part)), hn::Sub(y, y_part))};
}

// x + y to odd: exact, or truncated with the last bit set. Needs rounding to nearest.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V add_to_odd(D d, V x, V y) {
  const hn::RebindToSigned<D> di;
  const auto [sum, error] = two_sum(x, y);
  const auto bits = hn::BitCast(di, sum);
  const auto one = hn::Set(di, 1);
  const auto is_even = hn::Eq(hn::And(bits, one), hn::Zero(di));
  const auto inexact = hn::RebindMask(di, hn::Ne(error, hn::Zero(d)));
  // The neighbour on the error's side has the greater magnitude where the signs agree.
  const auto differ = hn::Xor(hn::BitCast(di, error), bits);
  const auto neighbour =
      hn::IfThenElse(hn::Lt(differ, hn::Zero(di)), hn::Sub(bits, one), hn::Add(bits, one));
  const auto odd = hn::IfThenElse(hn::And(is_even, inexact), neighbour, bits);
  const auto infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  return hn::IfThenElse(hn::Lt(hn::Abs(sum), infinity), hn::BitCast(d, odd), sum);
}

void add(const GridRounding& rounding, const float* partial, float* sum, std::int64_t count) {
  const hn::CappedTag<double, 8> d;
  const hn::Rebind<float, decltype(d)> df;
  const GridRounding grid = rounding;
  const auto zero = hn::Zero(d);
  for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(hn::Lanes(d))) {
    const auto x = hn::PromoteTo(d, hn::LoadU(df, partial + i));
    const auto y = hn::PromoteTo(d, hn::LoadU(df, sum + i));
    auto value = add_to_odd(d, x, y);
    // An exact zero has both terms' sign, where they differ +0, or -0 rounding down.
    const auto sign = grid.rounding == Rounding::down ? hn::Or(x, y) : hn::And(x, y);
    value = hn::IfThenElse(hn::Eq(value, zero), hn::CopySign(zero, sign), value);
    hn::StoreU(demote(df, round_to_grid(d, value, grid)), df, sum + i);
  }
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
