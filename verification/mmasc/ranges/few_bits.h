// SPDX-License-Identifier: Apache-2.0
// The fewest bits that the magnitude of a sum may have.
#pragma once

#include "mmasc/ranges/ranges.h"

namespace mmasc {

// About the fewest bits of a sum that is not 0, once all else of its range is known. Every addend
// is a whole number of the lowest bits that alignment leaves of any: so is the sum. Where the lead
// is no zero, others must cancel it.
int few_bits(const Plan& plan, const SumPlan& sum, const SumRange& range);

// The most leading zeros of an exact sum of two terms that is not 0, above its least exponent;
// kNoLimit of any other.
int zeros_of_two(const Plan& plan, const SumPlan& sum, const SumRange& range);

}  // namespace mmasc
