// SPDX-License-Identifier: Apache-2.0
// Stage 3, adder tree: adds each sum's addends exactly; the order cannot change a bit. Addends ->
// Addends at an inner level of the tree, Addends -> Terms at its last one.
#pragma once

#include <algorithm>

#include "mmasc/arith/payload.h"
#include "mmasc/arith/shift.h"

namespace mmasc {

template <NumberSystem N>
constexpr typename N::word add_up(const typename N::word* addend, int count, int bits) {
  auto sum = addend[0];
  for (int i = 1; i < count; ++i) sum = N::add(sum, addend[i], bits);
  return sum;
}

// One inner level: every `radix` neighbours of a sum become their partial sum. `tree_level` levels
// have gone before.
template <NumberSystem N>
constexpr Addends<N> add_level(const Plan& plan, const LevelPlan& level, int tree_level,
                               const Addends<N>& in) {
  const int radix = plan.adder_radix;
  Addends<N> out;
  out.sum = in.sum;
  out.bypass = in.bypass;
  out.random = in.random;
  out.nan_word = in.nan_word;
  out.quiet_nan = in.quiet_nan;
  int first = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    const int count = addends_left(sum.addend_count, radix, tree_level);
    for (int i = 0; i < count; i += radix)
      out.addend.push_back(
          add_up<N>(&in.addend[first + i], std::min(radix, count - i), sum.sum_bits));
    first += count;
  }
  return out;
}

// The total in the accumulator's bits.
template <NumberSystem N>
constexpr typename N::word accumulated(const SumPlan& sum, const typename N::word& total) {
  const int bits = sum.total.accumulator_bits, wide = sum.sum_bits + 2;
  const auto power = [wide](int exponent) {
    return N::shift_left(N::word_of(1, 2), exponent, wide);
  };
  const auto half = power(bits - 1);
  const auto least = N::sub(N::word_of(0, 2), half, wide);
  if (sum.total.saturates) {
    const auto greatest = N::sub(half, N::word_of(1, 2), wide);
    return N::select(N::less(greatest, total), greatest,
                     N::select(N::less(total, least), least, total));
  }
  // A multiple of 2^bits makes it positive first.
  const auto low = N::field(N::add(total, power(sum.sum_bits), wide), 0, bits);
  return N::select(N::bit_at(low, bits - 1), N::sub(low, power(bits), wide), low);
}

// A sum that is its total.
template <NumberSystem N>
constexpr Term<N> plain_sum(const SumPlan& sum, const SumFlags<N>& flags,
                            const typename N::word& total) {
  const auto nothing = N::word_of(0, sum.sum_bits);
  const auto is_negative = N::less(total, nothing);
  Term<N> term;
  term.significand = N::select(is_negative, N::sub(nothing, total, sum.sum_bits), total);
  term.exponent = flags.exponent;
  term.negative = N::select(flags.infinite, flags.negative_infinity,
                            N::select(N::equal(total, nothing), flags.negative_zero, is_negative));
  term.zero = flags.zero;
  term.nan = flags.nan;
  term.infinite = flags.infinite;
  return term;
}

// And one that the accumulator, the cut and the rest make of it.
template <NumberSystem N>
constexpr Term<N> finished_sum(const Plan& plan, const SumPlan& sum, const SumFlags<N>& flags,
                               typename N::word total) {
  const TotalPlan& what = sum.total;
  const auto nothing = N::word_of(0, sum.sum_bits);
  if (what.accumulator_bits > 0) total = accumulated<N>(sum, total);
  const auto is_negative = N::less(total, nothing);
  auto magnitude = N::select(is_negative, N::sub(nothing, total, sum.sum_bits), total);
  auto lost = flags.lost;
  if (what.cut_bits > 0) {
    const auto below = N::field(magnitude, 0, std::min(what.cut_bits, sum.sum_bits));
    lost = N::either(lost, N::less(nothing, below));
    magnitude = with_rounding(what.cut_rounding.mode, [&](auto mode) {
      return shift_right_rounded<N, mode>(magnitude, N::index_of(what.cut_bits, plan.exponent_bits),
                                          is_negative, sum.sum_bits, plan.exponent_bits);
    });
  }
  const auto is_nothing = N::equal(magnitude, nothing);
  Term<N> term = plain_sum<N>(sum, flags, total);
  term.significand = magnitude;
  if (what.tells_lost) {
    const int bits = sum.output.magnitude_bits + 1;
    term.significand = N::add(N::shift_left(magnitude, 1, bits),
                              N::select(lost, N::word_of(1, 2), N::word_of(0, 2)), bits);
  }
  term.negative = N::select(flags.infinite, flags.negative_infinity,
                            N::select(is_nothing, flags.negative_zero, is_negative));
  if (what.cancelled == Cancelled::zero) term.zero = N::either(term.zero, is_nothing);
  if (what.cancelled == Cancelled::zero_unless_lost)
    term.zero = N::either(term.zero, N::both(is_nothing, N::invert(lost)));
  return term;
}

// The rest of the tree in one go, after `tree_level` levels of it: the sums as terms, then the
// terms that pass by.
template <NumberSystem N>
constexpr Terms<N> add(const Plan& plan, const LevelPlan& level, int tree_level,
                       const Addends<N>& in) {
  Terms<N> out;
  int first = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    const int count = addends_left(sum.addend_count, plan.adder_radix, tree_level);
    const auto total = add_up<N>(&in.addend[first], count, sum.sum_bits);
    first += count;

    const SumFlags<N>& flags = in.sum[s];
    out.push_back(sum.total.stays() ? plain_sum<N>(sum, flags, total)
                                    : finished_sum<N>(plan, sum, flags, total));
  }
  for (int i = 0; i < in.bypass.size(); ++i) out.push_back(in.bypass[i]);
  out.random = in.random;
  out.nan_word = in.nan_word;
  out.quiet_nan = in.quiet_nan;
  return out;
}

}  // namespace mmasc
