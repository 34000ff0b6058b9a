// SPDX-License-Identifier: Apache-2.0
// The range of a sum as its accumulator and its cut leave it, and the bits lost on the way.
#pragma once

#include "mmasc/ranges/sum_range.h"

namespace mmasc {

// A magnitude truncated to a multiple of 2^unit and made odd where it is none, at most, for all
// that are no greater.
Dyadic jammed(const Dyadic& greatest, int unit);

// The greatest magnitudes of `total`, either sign's, become those of the sum.
void finish_range(const SumRange& sum, TermRange& total);

// How far below its exponent a sum may have a bit: one that says what was lost is below all that
// any rounding keeps.
int lowest_fraction(const SumRange& sum);

// The lowest bit of what becomes of the addends' total, without what was lost. An accumulator
// that wraps takes multiples of a power of two to others; one that saturates may set every bit.
int lowest_of_total(const SumRange& sum, int e_max);

}  // namespace mmasc
