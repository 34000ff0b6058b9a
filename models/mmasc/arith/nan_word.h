// SPDX-License-Identifier: Apache-2.0
// The NaN that d is if it is one, where a unit tells causes apart: decided by the operands before
// anything is added, so it goes with the terms to the stage that packs d.
//
//     1. a factor is NaN                                    result.factor_nan
//     2. 0 times infinity, or products of both infinities   result.nan
//     3. c is NaN                                           result.c_nan
//     4. what else makes a NaN                              result.nan
#pragma once

#include "mmasc/arith/payload.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {

// The causes that the products of a step hold.
template <NumberSystem N>
struct NanCauses {
  typename N::bit factor, invalid, plus, minus;
};

template <NumberSystem N>
constexpr NanCauses<N> no_nan_causes() {
  const auto no = N::bit_of(false);
  return {no, no, no, no};
}

template <NumberSystem N>
constexpr void note(NanCauses<N>& causes, const Term<N>& a, const Term<N>& b,
                    const Term<N>& product) {
  causes.factor = N::either(causes.factor, N::either(a.nan, b.nan));
  causes.invalid = N::either(causes.invalid, product.nan);
  causes.minus = N::either(causes.minus, N::both(product.infinite, product.negative));
  causes.plus = N::either(causes.plus, N::both(product.infinite, N::invert(product.negative)));
}

template <NumberSystem N>
constexpr typename N::raw nan_word(const Plan& plan, const NanCauses<N>& causes,
                                   const typename N::bit& c_is_nan, const typename N::raw& c) {
  const int bits = plan.d.storage_bits();
  const auto of_invalid = N::from_raw(plan.nan, bits);
  auto word = of_invalid;
  if (plan.keeps_c_nan) {  // with the highest fraction bit set: quiet
    const auto stored = N::from_raw(c, bits);
    const int quiet = quiet_place(plan.d);
    const auto missing = N::select(N::bit_at(stored, quiet), N::word_of(0, bits + 1),
                                   N::shift_left(N::word_of(1, 2), quiet, bits + 1));
    const auto quieted = N::add(stored, missing, bits + 1);
    word = N::select(c_is_nan, quieted, word);
  }
  const auto invalid = N::either(causes.invalid, N::both(causes.plus, causes.minus));
  word = N::select(invalid, of_invalid, word);
  return N::to_raw(N::select(causes.factor, N::from_raw(plan.factor_nan, bits), word));
}

}  // namespace mmasc
