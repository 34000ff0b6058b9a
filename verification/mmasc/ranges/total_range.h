// SPDX-License-Identifier: Apache-2.0
// The range of a sum as its accumulator and its cut leave it, and the bits lost on the way.
#pragma once

#include "mmasc/ranges/term_range.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// A magnitude truncated to a multiple of 2^unit and made odd where it is none, at most, for all
// that are no greater.
Dyadic jammed(const Dyadic& greatest, int unit);

// Whether the cut can make its last bit of anything below it.
bool cut_fills(const SumPlan& sum);

// The greatest magnitudes of `total`, either sign's, become those of the sum.
void finish_range(const SumPlan& sum, TermRange& total);

// How far below its exponent a sum may have a bit: one that says what was lost is below all that
// any rounding keeps.
int lowest_fraction(const SumPlan& sum);

}  // namespace mmasc
