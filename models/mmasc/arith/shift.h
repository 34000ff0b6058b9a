// SPDX-License-Identifier: Apache-2.0
// The right shift with a rounding mode, the one place where bits are dropped.
//
//     x, `bits` wide       [ q q q q q q | g s s s s ]
//                                          <-- n -->     g: guard bit, s: sticky bits
//                                         + r r          a stochastic rounding's random bits
//     result               q, or q + 1 where the mode says so (mmasc/unit/rounding.h)
#pragma once

#include <type_traits>

#include "mmasc/arith/numbers.h"
#include "mmasc/unit/rounding.h"

namespace mmasc {

// Turns a mode known to the plan into one known to the compiler.
template <std::size_t kAt = 0, class F>
constexpr decltype(auto) with_rounding(RoundingMode mode, F&& f) {
  constexpr RoundingMode kMode = kRoundingModes[kAt].mode;
  if constexpr (kAt + 1 < kRoundingModes.size())
    if (mode != kMode) return with_rounding<kAt + 1>(mode, f);
  return f(std::integral_constant<RoundingMode, kMode>{});
}

// The random bits that a stochastic rounding draws.
template <NumberSystem N>
struct Draw {
  int bits = 0;
  typename N::word random{};  // so many
};

// A magnitude's bits that the table of mmasc/unit/rounding.h asks for.
template <NumberSystem N>
struct RoundingBits {
  typename N::bit negative, odd, guard, sticky, inexact, carry;

  template <RoundingTest kTest>
  constexpr typename N::bit holds() const {
    typename N::bit bit = carry;
    if constexpr (kTest.bit == RoundingBit::negative) bit = negative;
    if constexpr (kTest.bit == RoundingBit::odd) bit = odd;
    if constexpr (kTest.bit == RoundingBit::guard) bit = guard;
    if constexpr (kTest.bit == RoundingBit::sticky) bit = sticky;
    if constexpr (kTest.bit == RoundingBit::inexact) bit = inexact;
    if constexpr (kTest.set)
      return bit;
    else
      return N::invert(bit);
  }
  template <IncrementRule::Case kCase>
  constexpr typename N::bit holds() const {
    if constexpr (kCase.second.asks())
      return N::both(holds<kCase.first>(), holds<kCase.second>());
    else
      return holds<kCase.first>();
  }
  template <RoundingMode kMode>
  constexpr typename N::bit increments() const {
    constexpr IncrementRule kRule = rule_of(kMode);
    if constexpr (kRule.cases[1].first.asks())
      return N::either(holds<kRule.cases[0]>(), holds<kRule.cases[1]>());
    else
      return holds<kRule.cases[0]>();
  }
};

// x >> n with 0 <= x < 2^bits and n >= 0, rounded as the value (-1)^negative * x is. Any n beyond
// `most` acts as `most`: nothing is kept, everything is sticky, and too low for random bits to
// carry. The result fits bits + 1 bits.
template <NumberSystem N, RoundingMode kMode>
constexpr typename N::word shift_right_rounded(const typename N::word& x, typename N::index n,
                                               typename N::bit negative, int bits, int index_bits,
                                               const Draw<N>& draw = {}) {
  using word = typename N::word;
  const int most = bits + (draw.bits > 1 ? draw.bits : 1);
  n = N::min(n, N::index_of(most, index_bits));
  const word kept = N::shift_right_by(x, n, bits + 1);
  constexpr auto kAsks = [](RoundingBit bit) { return depends_on(kMode, bit); };
  if constexpr (!rule_of(kMode).cases[0].first.asks()) {
    return kept;
  } else {
    RoundingBits<N> is;
    is.negative = negative;
    if constexpr (kAsks(RoundingBit::odd)) is.odd = N::bit_at(kept, 0);
    const int wide = bits + 3;
    const word one = N::word_of(1, wide);
    const word zero = N::word_of(0, wide);
    if constexpr (kAsks(RoundingBit::carry)) {
      // [ q q q q | l l l ]   the highest bits lost, as many as are drawn
      const int spread_bits = bits + draw.bits + 1;
      const word spread =
          N::shift_right_by(N::shift_left(x, draw.bits, spread_bits), n, spread_bits);
      const word sum = N::add(N::field(spread, 0, draw.bits), draw.random, draw.bits + 2);
      is.carry = N::bit_at(sum, draw.bits);
    } else {
      const word dropped = N::sub(x, N::shift_left_by(kept, n, bits + 1), bits + 1);
      is.inexact = N::less(zero, dropped);
      if constexpr (kAsks(RoundingBit::guard)) {
        // Twice what is dropped against 2^n, the weight of q's last bit.
        const word twice = N::shift_left(dropped, 1, wide);
        const word ulp = N::shift_left_by(one, n, wide);
        is.guard = N::invert(N::less(twice, ulp));
        if constexpr (kAsks(RoundingBit::sticky))
          is.sticky = N::both(is.inexact, N::invert(N::equal(twice, ulp)));
      }
    }
    return N::add(kept, N::select(is.template increments<kMode>(), one, zero), bits + 2);
  }
}

}  // namespace mmasc
