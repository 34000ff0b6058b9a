// SPDX-License-Identifier: Apache-2.0
// Stage 2, aligner: finds each sum's largest exponent e_max and shifts its terms to a common grid.
// Terms -> Addends.
//
//     term      [ i i . f f f f f f ]  * 2^exponent
//     pre_shift [ i i . f f f f f f 0 0 0 ]                      up to the fraction bits kept
//     shift               [ i i . f f f f f f | 0 0 0 ]          by e_max - exponent (+ post_shift)
//     addend     sign [ i i . f f f f f f f f ]                  fraction_bits below 2^e_max
//                                              \_ dropped, rounded by alignment_rounding
#pragma once

#include "mmasc/arith/coarse_exponents.h"
#include "mmasc/arith/payload.h"
#include "mmasc/arith/shift.h"

namespace mmasc {

// A term of the sign with which it enters the sum. A branch here would have the compiler split each
// loop in two.
template <NumberSystem N>
constexpr Term<N> entering(bool negated, Term<N> term) {
  term.negative = N::differ(term.negative, N::bit_of(negated));
  return term;
}

// The exponent with which a term takes part in e_max.
template <NumberSystem N>
constexpr typename N::index participating_exponent(const AddendGroup& group, const Term<N>& term,
                                                   int index_bits) {
  if (group.own_zero_exponent() && group.raised() == 0) return term.exponent;
  const auto zero = N::index_of(group.zero_exponent, index_bits);
  if (group.raised() == 0) return N::select(term.zero, zero, term.exponent);
  const auto raised = N::add(term.exponent, N::index_of(group.raised(), index_bits), index_bits);
  // Nothing lies below the exponent of a sum in which nothing took part: it is not raised.
  return group.own_zero_exponent() ? N::select(N::less(zero, term.exponent), raised, zero)
                                   : N::select(term.zero, zero, raised);
}

// The exponent lies so far below e_max that the term counts as an exact zero.
template <NumberSystem N>
constexpr typename N::bit vanishes(const AddendGroup& group, typename N::index exponent,
                                   typename N::index e_max, int index_bits) {
  return N::less(N::index_of(group.reach(), index_bits), N::sub(e_max, exponent, index_bits));
}

// The next exponent of the sum's grid; where nothing takes part, none.
template <NumberSystem N>
constexpr typename N::index on_grid(const Plan& plan, const SumPlan& sum, typename N::index e_max) {
  const auto absent = N::index_of(plan.absent_exponent, plan.exponent_bits);
  return N::select(N::equal(e_max, absent), absent,
                   raised_exponent<N>(plan, sum.grid, e_max, below_next<N>(plan, sum.grid, e_max)));
}

// Whether alignment shifts any bit of a term out that is not 0.
template <NumberSystem N>
constexpr typename N::bit loses_bits(const AddendGroup& group, const Term<N>& term,
                                     typename N::index exponent, typename N::index e_max,
                                     int index_bits) {
  if (!group.shifts) return N::bit_of(false);
  const int bits = group.shifted_bits();
  const auto magnitude = N::shift_left(term.significand, group.pre_shift, bits + 1);
  const auto amount = N::min(N::add(N::sub(e_max, exponent, index_bits),
                                    N::index_of(group.post_shift, index_bits), index_bits),
                             N::index_of(bits, index_bits));
  const auto kept =
      N::shift_left_by(N::shift_right_by(magnitude, amount, bits + 1), amount, bits + 1);
  const auto cut = N::invert(N::equal(kept, magnitude));
  if (!group.may_vanish()) return cut;
  return N::select(vanishes<N>(group, exponent, e_max, index_bits),
                   N::invert(N::equal(term.significand, N::word_of(0, 2))), cut);
}

template <NumberSystem N>
constexpr typename N::bit loses_any(const Plan& plan, const SumPlan& sum, const Terms<N>& in,
                                    const typename N::index* exponent,
                                    const typename N::index& e_max) {
  auto lost = N::bit_of(false);
  for (const AddendGroup& group : groups_of(plan, sum))
    for (int i = 0; i < group.count; ++i)
      lost = N::either(
          lost, loses_bits<N>(group, in[group.slot_of(i)], *exponent++, e_max, plan.exponent_bits));
  return lost;
}

// One term as a signed multiple of 2^(e_max - fraction_bits of the sum).
template <NumberSystem N, RoundingMode kRounding>
constexpr typename N::word align_one(const AddendGroup& group, int sum_bits, const Term<N>& term,
                                     typename N::index exponent, typename N::index e_max,
                                     int index_bits, const Draw<N>& draw) {
  const int bits = group.shifted_bits();
  const auto nothing = N::word_of(0, sum_bits);
  const auto distance = N::sub(e_max, exponent, index_bits);
  const auto amount = N::add(distance, N::index_of(group.post_shift, index_bits), index_bits);
  auto magnitude = N::shift_left(term.significand, group.pre_shift, bits + 1);
  if (group.shifts)
    magnitude =
        shift_right_rounded<N, kRounding>(magnitude, amount, term.negative, bits, index_bits, draw);
  magnitude = N::shift_left(magnitude, group.scale_up, sum_bits);
  if (group.may_vanish())
    magnitude = N::select(vanishes<N>(group, exponent, e_max, index_bits), nothing, magnitude);
  return N::select(term.negative, N::sub(nothing, magnitude, sum_bits), magnitude);
}

// Ones' complement: each addend whose sign is not the frame's becomes one unit larger, unless all
// are zeros.
//
//     in the frame   q -> ~q = -q - 1
template <NumberSystem N>
constexpr void complement(const Plan& plan, const SumPlan& sum, const Terms<N>& in,
                          const typename N::bit& all_zero, Addends<N>& out) {
  auto frame = sum.frame_slot >= 0 ? in.negative[sum.frame_slot] : N::bit_of(false);
  if (sum.negates_frame) frame = N::invert(frame);
  const auto one = N::word_of(1, sum.sum_bits);
  auto* addend = &out.addend[sum.first_addend];
  for (int g = 0; g < sum.group_count; ++g) {
    const AddendGroup& group = plan.groups[sum.first_group + g];
    for (int i = 0; i < group.count; ++i, ++addend) {
      const auto negative = entering<N>(group.negated, in[group.slot_of(i)]).negative;
      const auto larger = N::select(negative, N::sub(*addend, one, sum.sum_bits),
                                    N::add(*addend, one, sum.sum_bits));
      const auto differs = N::both(N::differ(negative, frame), N::invert(all_zero));
      *addend = N::select(differs, larger, *addend);
    }
  }
}

template <NumberSystem N>
constexpr void align_sum(const Plan& plan, const SumPlan& sum, const Terms<N>& in, Addends<N>& out,
                         SumFlags<N>& flags) {
  using bit = typename N::bit;
  using index = typename N::index;
  const int index_bits = plan.exponent_bits;
  index exponent[kMaxTerms];  // of each addend, as it takes part

  index e_max =
      N::index_of(sum.has_exponent_floor ? sum.exponent_floor : plan.absent_exponent, index_bits);
  bit nan = N::bit_of(false);
  bit plus_infinity = N::bit_of(false), minus_infinity = N::bit_of(false);
  bit all_negative = N::bit_of(true), any_negative = N::bit_of(false);
  int addend = 0;
  for (int g = 0; g < sum.group_count; ++g) {
    const AddendGroup& group = plan.groups[sum.first_group + g];
    const bool negated = group.negated;
    for (int i = 0; i < group.count; ++i, ++addend) {
      const Term<N> term = entering<N>(negated, in[group.first_slot + i * group.stride]);
      exponent[addend] = participating_exponent<N>(group, term, index_bits);
      e_max = N::max(e_max, exponent[addend]);
      nan = N::either(nan, term.nan);
      minus_infinity = N::either(minus_infinity, N::both(term.infinite, term.negative));
      plus_infinity = N::either(plus_infinity, N::both(term.infinite, N::invert(term.negative)));
      all_negative = N::both(all_negative, term.negative);
      any_negative = N::either(any_negative, term.negative);
    }
  }

  if (sum.has_grid()) e_max = on_grid<N>(plan, sum, e_max);

  bit zero = N::bit_of(true);
  addend = 0;
  for (int g = 0; g < sum.group_count; ++g) {
    const AddendGroup& group = plan.groups[sum.first_group + g];
    const bool negated = group.negated;
    with_rounding(group.alignment_rounding.mode, [&](auto mode) {
      for (int i = 0; i < group.count; ++i, ++addend) {
        const Term<N> term = entering<N>(negated, in[group.first_slot + i * group.stride]);
        Draw<N> draw;
        if constexpr (mode == RoundingMode::stochastic)
          draw = {group.alignment_rounding.random_bits,
                  random_element<N>(plan, in.random, group.first_random + i)};
        bit is_zero = term.zero;
        if (group.may_vanish())
          is_zero = N::either(is_zero, vanishes<N>(group, exponent[addend], e_max, index_bits));
        zero = N::both(zero, is_zero);
        out.addend[sum.first_addend + addend] = align_one<N, mode>(
            group, sum.sum_bits, term, exponent[addend], e_max, index_bits, draw);
      }
    });
  }
  if (sum.complements()) complement<N>(plan, sum, in, zero, out);

  flags.exponent = e_max;
  flags.zero = zero;
  flags.lost =
      sum.total.asks_lost() ? loses_any<N>(plan, sum, in, exponent, e_max) : N::bit_of(false);
  flags.nan = N::either(nan, N::both(plus_infinity, minus_infinity));
  flags.infinite = N::either(plus_infinity, minus_infinity);
  flags.negative_infinity = minus_infinity;
  flags.negative_zero = sum.zero_sign == ZeroSign::plus ? N::bit_of(false)
                        : sum.rounds_down               ? any_negative
                                                        : all_negative;
}

template <NumberSystem N>
constexpr Addends<N> align(const Plan& plan, const LevelPlan& level, const Terms<N>& in) {
  Addends<N> out;
  out.addend.resize(level.addend_count);
  out.sum.resize(level.sum_count);
  for (int s = 0; s < level.sum_count; ++s)
    align_sum<N>(plan, plan.sums[level.first_sum + s], in, out, out.sum[s]);
  for (int slot : level.bypass) out.bypass.push_back(in[slot]);
  out.random = random_from<N>(plan, in.random, level.rounding_random);
  out.nan_word = in.nan_word;
  out.quiet_nan = in.quiet_nan;
  return out;
}

}  // namespace mmasc
