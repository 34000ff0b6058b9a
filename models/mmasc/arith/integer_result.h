// SPDX-License-Identifier: Apache-2.0
// The last stage where d is an integer: the root's term already is one, and is made to fit.
//
//     wrap        [ x x x x | i i i i i i i i ]   the low bits of two's complement
//     saturate    the least or the greatest integer where the term lies beyond
#pragma once

#include <algorithm>

#include "mmasc/arith/payload.h"

namespace mmasc {

// A magnitude below 2^bits in two's complement, cut to `count` bits, count <= bits.
template <NumberSystem N>
constexpr typename N::word low_bits_of(const typename N::word& magnitude, typename N::bit negative,
                                       int bits, int count) {
  const auto modulus = N::shift_left(N::word_of(1, 2), bits, bits + 2);
  return N::field(N::select(negative, N::sub(modulus, magnitude, bits + 2), magnitude), 0, count);
}

template <NumberSystem N>
constexpr Term<N> fit_integer(const RoundPlan& plan, const Term<N>& in, int index_bits) {
  using word = typename N::word;
  const int bits = plan.work_bits, kept = plan.stored_bits;
  Term<N> out = in;
  if (plan.saturates.any()) {
    const auto limit = [&](std::uint64_t magnitude) { return N::from_raw(magnitude, kept); };
    const word greatest = N::select(in.negative, limit(plan.greatest_negative_significand),
                                    limit(plan.greatest_significand));
    out.significand = N::select(N::less(greatest, in.significand), greatest, in.significand);
  } else {
    const word low = low_bits_of<N>(in.significand, in.negative, bits, kept);
    out.negative = N::both(N::bit_at(low, kept - 1), N::bit_of(plan.is_signed()));
    const word modulus = N::shift_left(N::word_of(1, 2), kept, kept + 2);
    out.significand = N::select(out.negative, N::sub(modulus, low, kept + 2), low);
  }
  out.exponent = N::index_of(0, index_bits);
  out.zero = N::equal(out.significand, N::word_of(0, 2));
  out.negative = N::both(out.negative, N::invert(out.zero));
  return out;
}

template <NumberSystem N>
constexpr typename N::word pack_integer(const Format& format, const Term<N>& term) {
  const int bits = format.storage_bits();
  return low_bits_of<N>(term.significand, term.negative, bits, bits);
}

}  // namespace mmasc
