// SPDX-License-Identifier: Apache-2.0
// Stages of one's own: a multiplier that drops the two lowest bits of each product.
#pragma once

#include "mmasc/arith/stages.h"

namespace mmasc {

template <class N>
struct Truncated : Stages<N> {
  Terms<N> multiply(const Plan& plan, const Operands& in) const override {
    Terms<N> terms = Stages<N>::multiply(plan, in);
    const int bits = plan.multiplier.product.magnitude_bits + 1;
    for (int i = 0; i < plan.lanes(); ++i)
      terms.significand[i] = N::shift_left(N::shift_right(terms.significand[i], 2, bits), 2, bits);
    return terms;
  }
};

}  // namespace mmasc
