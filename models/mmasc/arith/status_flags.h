// SPDX-License-Identifier: Apache-2.0
// The flags beside d, of a plan that raises some. What is rounded is the exact sum; whether a NaN
// is an invalid operation depends on the operands, so one bit of that goes with the terms.
//
//     NV   a NaN that is not quiet       OF   beyond the greatest number
//     UF   tiny, and bits are lost       NX   bits are lost, or beyond
#pragma once

#include "mmasc/arith/normalized.h"
#include "mmasc/unit/number_pattern.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {

// The NaNs among the operands of a step, and 0 times infinity.
template <NumberSystem N>
struct NanOperands {
  typename N::bit any, invalid;  // invalid: one of them signals, or a product has no value
};

template <NumberSystem N>
constexpr NanOperands<N> no_nan_operands() {
  return {N::bit_of(false), N::bit_of(false)};
}

template <NumberSystem N>
constexpr void note(NanOperands<N>& nans, const Format& format, const Term<N>& term,
                    const typename N::raw& stored) {
  const int bits = format.storage_bits();
  auto quiet = N::bit_of(true);
  if (quiet_mask(format) != format.storage_mask())
    quiet = N::bit_at(N::from_raw(stored, bits), quiet_place(format));
  nans.any = N::either(nans.any, term.nan);
  nans.invalid = N::either(nans.invalid, N::both(term.nan, N::invert(quiet)));
}

template <NumberSystem N>
constexpr void note(NanOperands<N>& nans, const Term<N>& a, const Term<N>& b) {
  nans.invalid =
      N::either(nans.invalid, N::either(N::both(a.infinite, b.zero), N::both(a.zero, b.infinite)));
}

// Whether the step's NaN is an operand's, quietly.
template <NumberSystem N>
constexpr typename N::bit is_quiet(const NanOperands<N>& nans) {
  return N::both(nans.any, N::invert(nans.invalid));
}

// Returns the flags that the rounding of the root's term raises.
template <NumberSystem N>
constexpr typename N::word status_flags(const RoundPlan& plan, const Term<N>& in,
                                        const typename N::bit& quiet_nan, int index_bits) {
  const int work = plan.work_bits;
  const Normalized<N> normalized = normalize<N>(plan, in, index_bits);
  const RoundedSignificand<N> rounded = round_significand<N>(
      plan, normalized.magnitude, normalized.denormal, in.negative, index_bits, {});
  const Reached<N> number = reached<N>(plan, normalized, rounded.last, index_bits);
  const auto is_number =
      N::both(N::invert(N::either(in.nan, in.infinite)), N::less(N::word_of(0, 2), in.significand));

  const auto cut =
      N::min(N::add(normalized.denormal, N::index_of(work - 1 - plan.fraction_bits, index_bits),
                    index_bits),
             N::index_of(work, index_bits));
  const auto kept = N::shift_right_by(normalized.magnitude, cut, work + 1);
  const auto lost = N::both(
      is_number, N::invert(N::equal(N::shift_left_by(kept, cut, work + 1), normalized.magnitude)));
  const auto overflow =
      N::both(is_number, is_beyond<N>(plan, number.exponent, number.significand, index_bits));
  const auto underflow = N::both(lost, is_tiny<N>(plan, normalized, in.negative, index_bits, {}));
  const auto invalid = N::both(in.nan, N::invert(quiet_nan));

  auto flags = N::word_of(0, kStatusFlagBits + 1);
  const auto raise = [&](StatusFlag flag, const typename N::bit& is_raised) {
    const auto bit = N::word_of(static_cast<std::int64_t>(flag_bit(flag)), kStatusFlagBits + 1);
    flags = N::select(is_raised, N::add(flags, bit, kStatusFlagBits + 1), flags);
  };
  raise(StatusFlag::invalid, invalid);
  raise(StatusFlag::overflow, overflow);
  raise(StatusFlag::underflow, underflow);
  raise(StatusFlag::inexact, N::either(lost, overflow));
  return flags;
}

}  // namespace mmasc
