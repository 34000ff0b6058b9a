// SPDX-License-Identifier: Apache-2.0
// The right shift with a rounding mode, the one place where bits are dropped.
//
//     x, `bits` wide       [ q q q q q q | g s s s s ]
//                                          <-- n -->     g: guard bit, s: sticky bits
//     result               q, or q + 1 where the mode says so
#pragma once

#include <type_traits>

#include "arith/numbers.h"
#include "spec/rounding.h"

namespace mmasc {

// Turns a mode known to the plan into one known to the compiler.
template <class F>
constexpr decltype(auto) with_rounding(Rounding rounding, F&& f) {
  using enum Rounding;
  switch (rounding) {
    case nearest_even:
      return f(std::integral_constant<Rounding, nearest_even>{});
    case nearest_away:
      return f(std::integral_constant<Rounding, nearest_away>{});
    case down:
      return f(std::integral_constant<Rounding, down>{});
    case up:
      return f(std::integral_constant<Rounding, up>{});
    case away:
      return f(std::integral_constant<Rounding, away>{});
    case to_odd:
      return f(std::integral_constant<Rounding, to_odd>{});
    case toward_zero:
      break;
  }
  return f(std::integral_constant<Rounding, toward_zero>{});
}

// x >> n with 0 <= x < 2^bits and n >= 0, rounded as the value (-1)^negative * x is. Any n beyond
// bits + 1 acts as bits + 1: nothing is kept, everything is sticky. The result fits bits + 1 bits.
template <NumberSystem N, Rounding kRounding>
constexpr typename N::word shift_right_rounded(const typename N::word& x, typename N::index n,
                                               typename N::bit negative, int bits, int index_bits) {
  using word = typename N::word;
  using bit = typename N::bit;
  const auto most = N::index_of(bits + 1, index_bits);
  n = N::min(n, most);
  const word kept = N::shift_right_by(x, n, bits + 1);
  if constexpr (kRounding == Rounding::toward_zero) {
    return kept;
  } else {
    const int wide = bits + 3;
    const word one = N::word_of(1, wide);
    const word zero = N::word_of(0, wide);
    const word dropped = N::sub(x, N::shift_left_by(kept, n, bits + 1), bits + 1);
    const bit inexact = N::less(zero, dropped);
    const bit odd = N::bit_at(kept, 0);
    bit increment = N::bit_of(false);
    if constexpr (kRounding == Rounding::nearest_even || kRounding == Rounding::nearest_away) {
      const word twice =
          N::shift_left(dropped, 1, wide);  // against 2^n, the weight of q's last bit
      const word ulp = N::shift_left_by(one, n, wide);
      const bit above = N::less(ulp, twice);
      const bit tie = N::both(N::equal(ulp, twice), inexact);
      increment = kRounding == Rounding::nearest_away ? N::either(above, tie)
                                                      : N::either(above, N::both(tie, odd));
    } else if constexpr (kRounding == Rounding::down) {
      increment = N::both(inexact, negative);
    } else if constexpr (kRounding == Rounding::up) {
      increment = N::both(inexact, N::invert(negative));
    } else if constexpr (kRounding == Rounding::away) {
      increment = inexact;
    } else {
      increment = N::both(inexact, N::invert(odd));
    }
    return N::add(kept, N::select(increment, one, zero), bits + 2);
  }
}

}  // namespace mmasc
