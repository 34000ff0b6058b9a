// SPDX-License-Identifier: Apache-2.0
// A term's magnitude with its leading bit on top, and what a rounding leaves of it.
#pragma once

#include "mmasc/arith/payload.h"
#include "mmasc/arith/shift.h"

namespace mmasc {

template <NumberSystem N>
struct Normalized {
  typename N::word counted;    // the significand, without a bit of what was lost
  typename N::word magnitude;  // of plan.work_bits
  typename N::index exponent;  // of the leading bit
  typename N::bit below;       // the least exponent,
  typename N::index denormal;  // by so much
};

template <NumberSystem N>
constexpr Normalized<N> normalize(const RoundPlan& plan, const Term<N>& in, int index_bits) {
  const int work = plan.work_bits;
  const auto least = N::index_of(plan.least_exponent, index_bits);
  Normalized<N> out;
  out.counted = in.significand;
  if (plan.has_lost_bit)
    out.counted = N::shift_left(N::shift_right(in.significand, 1, work + 1), 1, work + 1);
  const auto leading_zeros = N::count_leading_zeros(out.counted, work);
  out.magnitude = N::shift_left_by(out.counted, leading_zeros, work + 1);
  if (plan.has_lost_bit) {  // It stands below all that are counted.
    const auto none = N::word_of(0, 2), one = N::word_of(1, 2);
    const auto lost = N::both(N::bit_at(in.significand, 0), N::less(none, out.counted));
    out.magnitude = N::add(out.magnitude, N::select(lost, one, none), work + 1);
  }
  out.exponent = N::sub(
      N::add(in.exponent, N::index_of(work - 1 - plan.input.fraction_bits, index_bits), index_bits),
      leading_zeros, index_bits);
  out.below = N::less(out.exponent, least);
  out.denormal =
      N::select(out.below, N::sub(least, out.exponent, index_bits), N::index_of(0, index_bits));
  return out;
}

// The random bits of the roundings of one term; 0 where a rounding is not stochastic.
template <NumberSystem N>
struct RoundDraws {
  typename N::word first{}, last{};  // first: where two roundings follow
};

// A normalized magnitude of plan.work_bits, cut to the grid's fraction bits by one rounding or two.
template <NumberSystem N>
struct RoundedSignificand {
  typename N::word last;   // fraction_bits below the leading bit, and a carry above it
  typename N::word first;  // where two roundings follow
};

// `denormal`: how far the magnitude lies below the least exponent.
template <NumberSystem N>
constexpr RoundedSignificand<N> round_significand(const RoundPlan& plan,
                                                  const typename N::word& normalized,
                                                  const typename N::index& denormal,
                                                  const typename N::bit& negative, int index_bits,
                                                  const RoundDraws<N>& draws) {
  const int work = plan.work_bits;
  const bool twice = plan.rounds_twice();
  const int first_fraction = plan.first_cut().fraction_bits;
  const Rounding first_rounding = plan.first_cut().rounding;
  const Draw<N> first_draw{first_rounding.random_bits, twice ? draws.first : draws.last};
  const auto amount =
      N::add(denormal, N::index_of(work - 1 - first_fraction, index_bits), index_bits);
  RoundedSignificand<N> rounded;
  rounded.first = rounded.last = with_rounding(first_rounding.mode, [&](auto mode) {
    return shift_right_rounded<N, mode>(normalized, amount, negative, work, index_bits, first_draw);
  });
  if (twice)
    rounded.last = with_rounding(plan.rounding.mode, [&](auto mode) {
      return shift_right_rounded<N, mode>(
          rounded.first, N::index_of(first_fraction - plan.fraction_bits, index_bits), negative,
          first_fraction + 2, index_bits, {plan.rounding.random_bits, draws.last});
    });
  return rounded;
}

// The number that a rounding leaves: a carry out of the top leaves a power of two.
template <NumberSystem N>
struct Reached {
  typename N::word significand;
  typename N::index exponent;
};

template <NumberSystem N>
constexpr Reached<N> reached(const RoundPlan& plan, const Normalized<N>& in,
                             const typename N::word& rounded, int index_bits) {
  const int kept = plan.fraction_bits + 1;
  const auto carry = N::bit_at(rounded, kept);
  const auto least = N::index_of(plan.least_exponent, index_bits);
  return {
      N::select(carry, N::shift_right(rounded, 1, kept + 1), rounded),
      N::add(N::select(in.below, least, in.exponent),
             N::select(carry, N::index_of(1, index_bits), N::index_of(0, index_bits)), index_bits)};
}

// Whether a number that is not zero, with the least exponent or above, is beyond the greatest.
template <NumberSystem N>
constexpr typename N::bit is_beyond(const RoundPlan& plan, const typename N::index& exponent,
                                    const typename N::word& significand, int index_bits) {
  const auto greatest = N::index_of(plan.greatest_exponent, index_bits);
  const auto greatest_significand =
      N::word_of(static_cast<std::int64_t>(plan.greatest_significand), plan.fraction_bits + 2);
  return N::either(
      N::less(greatest, exponent),
      N::both(N::equal(greatest, exponent), N::less(greatest_significand, significand)));
}

// Whether a magnitude that is not zero, rounded as if there were no least exponent, lies below it.
template <NumberSystem N>
constexpr typename N::bit is_tiny(const RoundPlan& plan, const Normalized<N>& in,
                                  const typename N::bit& negative, int index_bits,
                                  const RoundDraws<N>& draws) {
  const RoundedSignificand<N> unbounded = round_significand<N>(
      plan, in.magnitude, N::index_of(0, index_bits), negative, index_bits, draws);
  const auto reaches_least = N::both(N::bit_at(unbounded.last, plan.fraction_bits + 1),
                                     N::equal(in.denormal, N::index_of(1, index_bits)));
  return N::both(in.below, N::invert(reaches_least));
}

}  // namespace mmasc
