// SPDX-License-Identifier: Apache-2.0
// A sum about the greatest number of d's format.
#pragma once

#include "mmasc/ranges/sum_range.h"

namespace mmasc {

// The lowest bit of a sum about the result's greatest number: alignment, and a cut, take off what
// lies further down.
int lowest_at_greatest(const StepRules& rules, const SumRange& sum);
// Whether one term alone reaches the greatest number, without what is lost below it, and the sums
// of the others and of smaller ones stay under it.
bool stays_below_greatest(const StepRules& rules, const SumRange& sum);

}  // namespace mmasc
