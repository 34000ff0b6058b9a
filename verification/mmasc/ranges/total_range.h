// SPDX-License-Identifier: Apache-2.0
// What becomes of the total of a sum's addends, by intervals.
#pragma once

#include "mmasc/ranges/ranges.h"

namespace mmasc {

// Whether a cut can make of anything below its last bit that bit, as of what is left by
// truncation.
inline bool cut_fills(const SumPlan& sum) {
  return sum.total.cut_bits > 0 && sum.total.cut_rounding != Rounding::toward_zero;
}

// How far below its exponent a sum has its last bit; none but what stands for bits that were lost
// lies further down.
inline int last_fraction(const SumPlan& sum) { return sum.fraction_bits - sum.total.cut_bits; }

// The lowest bit of what becomes of the addends' total, without what was lost. An accumulator
// that wraps takes multiples of a power of two to others; one that saturates may set every bit.
int lowest_of_total(const Plan& plan, const SumPlan& sum, const SumRange& range, int e_max);

}  // namespace mmasc
