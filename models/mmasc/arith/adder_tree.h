// SPDX-License-Identifier: Apache-2.0
// Stage 3, adder tree: adds each sum's addends exactly; the order cannot change a bit. Addends ->
// Addends at an inner level of the tree, Addends -> Terms at its last one.
#pragma once

#include <algorithm>

#include "mmasc/arith/payload.h"

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
    const auto nothing = N::word_of(0, sum.sum_bits);
    const auto is_negative = N::less(total, nothing);
    Term<N> term;
    term.significand = N::select(is_negative, N::sub(nothing, total, sum.sum_bits), total);
    term.exponent = flags.exponent;
    term.negative =
        N::select(flags.infinite, flags.negative_infinity,
                  N::select(N::equal(total, nothing), flags.negative_zero, is_negative));
    term.zero = flags.zero;
    term.nan = flags.nan;
    term.infinite = flags.infinite;
    out.push_back(term);
  }
  for (int i = 0; i < in.bypass.size(); ++i) out.push_back(in.bypass[i]);
  out.random = in.random;
  out.nan_word = in.nan_word;
  out.quiet_nan = in.quiet_nan;
  return out;
}

}  // namespace mmasc
