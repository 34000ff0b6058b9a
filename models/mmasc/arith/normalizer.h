// SPDX-License-Identifier: Apache-2.0
// Stage 4, normalizer: rounds terms to a floating-point grid, and at the end packs d. Integers are
// wrapped or clamped instead (integer_result.h).
//
//     significand   [ 0 0 0 1 x x x x x x x x x ]         * 2^exponent
//     normalized    [ 1 x x x x x x x x x 0 0 0 ]         leading zeros counted off the exponent
//     shifted       [ 0 0 1 x x x x x | x x x x x ]       right again below the least exponent
//     rounded             [ 1 x x x x ]                   fraction_bits below the leading bit
#pragma once

#include "mmasc/arith/integer_result.h"
#include "mmasc/arith/normalized.h"
#include "mmasc/arith/status_flags.h"

namespace mmasc {

// The random bits that instance `i` of a rounding draws.
template <NumberSystem N>
constexpr RoundDraws<N> draws_of(const Plan& plan, const RoundPlan& round,
                                 const RandomBits<N>& left, int i = 0) {
  RoundDraws<N> draws;
  int element = round.first_random + i * round.random_count();
  if (round.rounds_twice() && round.first_cut().rounding.is_stochastic())
    draws.first = random_element<N>(plan, left, element++);
  if (round.rounding.is_stochastic()) draws.last = random_element<N>(plan, left, element);
  return draws;
}

// Rounds a term to `plan`'s grid. The result has plan.output()'s widths; it is `zero` where the
// rounded number is, infinite or NaN where it overflows so.
template <NumberSystem N>
constexpr Term<N> round(const RoundPlan& plan, const Term<N>& in, int index_bits,
                        const RoundDraws<N>& draws = {}) {
  if (plan.is_integer()) return fit_integer<N>(plan, in, index_bits);
  using word = typename N::word;
  using index = typename N::index;
  const int kept = plan.fraction_bits + 1;
  const index least = N::index_of(plan.least_exponent, index_bits);

  const Normalized<N> normalized = normalize<N>(plan, in, index_bits);
  const RoundedSignificand<N> rounded = round_significand<N>(
      plan, normalized.magnitude, normalized.denormal, in.negative, index_bits, draws);
  const Reached<N> number = reached<N>(plan, normalized, rounded.last, index_bits);
  word significand = number.significand;
  const word nothing = N::word_of(0, kept + 1);

  Term<N> out;
  auto flushed = N::bit_of(false);
  if (plan.flushes()) {
    auto stays = N::bit_at(significand, kept - 1);
    auto flushable = N::less(nothing, significand);
    if (plan.flushes_before_the_least()) {
      stays =
          N::both(stays, N::invert(is_tiny<N>(plan, normalized, in.negative, index_bits, draws)));
      flushable = N::less(nothing, normalized.counted);
    }
    flushed = N::both(N::invert(stays), flushable);
    significand = N::select(stays, significand, nothing);
  }
  const auto is_zero = N::equal(significand, nothing);
  out.exponent = N::select(is_zero, least, number.exponent);

  const index greatest = N::index_of(plan.greatest_exponent, index_bits);
  const word greatest_significand =
      N::word_of(static_cast<std::int64_t>(plan.greatest_significand), kept + 1);
  const auto beyond = is_beyond<N>(plan, out.exponent, significand, index_bits);
  const auto overflow = N::both(beyond, N::invert(N::either(in.nan, in.infinite)));
  out.exponent = N::select(beyond, greatest, out.exponent);  // of Inf and NaN too: as planned
  if (plan.saturates.all()) {
    significand = N::select(overflow, greatest_significand, significand);
    out.infinite = in.infinite;
  } else if (plan.saturates.any()) {
    const auto saturates =
        N::both(overflow, plan.saturates.minus ? in.negative : N::invert(in.negative));
    significand = N::select(saturates, greatest_significand, significand);
    out.infinite = N::either(in.infinite, N::both(overflow, N::invert(saturates)));
  } else {
    out.infinite = N::either(in.infinite, overflow);
  }
  out.nan = plan.has_infinity ? in.nan : N::either(in.nan, out.infinite);
  out.significand = significand;
  out.zero = is_zero;

  auto loses_sign = N::bit_of(false);  // of the zeros
  if (!plan.keeps_underflow_sign || !plan.keeps_prerounding_sign) {
    const auto underflows =
        N::invert(N::either(flushed, N::equal(normalized.counted, N::word_of(0, 2))));
    loses_sign = N::both(underflows, N::select(N::equal(rounded.first, N::word_of(0, 2)),
                                               N::bit_of(!plan.keeps_prerounding_sign),
                                               N::bit_of(!plan.keeps_underflow_sign)));
  }
  if (plan.flush == Flush::to_plus_zero) loses_sign = N::either(loses_sign, flushed);
  if (!plan.has_minus_zero) loses_sign = N::bit_of(true);
  loses_sign = N::both(loses_sign, N::both(is_zero, N::invert(out.infinite)));
  out.negative = N::both(in.negative, N::invert(loses_sign));
  return out;
}

// The rounded products, or a level's rounded sums; other terms pass unchanged.
template <NumberSystem N>
constexpr Terms<N> normalize_products(const Plan& plan, Terms<N> terms) {
  const RoundPlan& rounding = plan.multiplier.round;
  const int lanes = plan.multiplier.lanes;
  for (int k = 0; k < lanes; ++k)
    terms.set(k, round<N>(rounding, terms[k], plan.exponent_bits,
                          draws_of<N>(plan, rounding, terms.random, k)));
  terms.random =
      random_from<N>(plan, terms.random, rounding.first_random + lanes * rounding.random_count());
  return terms;
}

template <NumberSystem N>
constexpr Terms<N> normalize_sums(const Plan& plan, const LevelPlan& level, Terms<N> terms) {
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    if (sum.rounds)
      terms.set(s, round<N>(sum.round, terms[s], plan.exponent_bits,
                            draws_of<N>(plan, sum.round, terms.random)));
  }
  terms.random = random_from<N>(plan, terms.random, level.end_random);
  return terms;
}

// A rounded term as an element of `format`.
//
//     [ s ] [ exponent - least + hidden bit ] [ fraction ] [ 0 ... ]
template <NumberSystem N>
constexpr typename N::word pack(const Format& format, int fraction_bits, const Term<N>& term,
                                const typename N::raw& nan, int index_bits) {
  if (format.is_integer()) return pack_integer<N>(format, term);
  using word = typename N::word;
  const int bits = format.storage_bits() + 1;
  const int low = format.fraction_low() + format.fraction_bits - fraction_bits;
  // The least normal number's field is 1, or 0 where there are no subnormals.
  const int origin = format.least_exponent() + (format.has_subnormals ? 0 : 1);
  const auto field = N::sub(term.exponent, N::index_of(origin, index_bits), index_bits);
  const word magnitude =  // the hidden bit, if set, adds one to the exponent field
      N::add(N::shift_left(N::to_word(field, bits), format.exponent_low(), bits),
             N::shift_left(term.significand, low, bits), bits);
  const word infinity =
      N::shift_left(N::word_of(format.top_exponent_field(), bits), format.exponent_low(), bits);
  const word sign = N::shift_left(N::word_of(1, 2), format.sign_low(), bits);
  const word number = N::select(term.infinite, infinity, magnitude);
  const word with_sign = N::add(number, N::select(term.negative, sign, N::word_of(0, bits)), bits);
  return N::select(term.nan, N::from_raw(nan, format.storage_bits()), with_sign);
}

// The root's term -> d.
template <NumberSystem N>
constexpr ResultOf<typename N::raw> normalize_result(const Plan& plan, const Terms<N>& terms) {
  const RoundDraws<N> draws = draws_of<N>(plan, plan.result, terms.random);
  const Term<N> rounded = round<N>(plan.result, terms[0], plan.exponent_bits, draws);
  const typename N::raw nan = plan.tells_nans_apart() ? terms.nan_word : typename N::raw(plan.nan);
  ResultOf<typename N::raw> out{
      N::to_raw(pack<N>(plan.d, plan.result.fraction_bits, rounded, nan, plan.exponent_bits))};
  if (plan.raises_flags)
    out.flags =
        N::to_raw(status_flags<N>(plan.result, terms[0], terms.quiet_nan, plan.exponent_bits));
  return out;
}

}  // namespace mmasc
