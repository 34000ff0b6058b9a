// SPDX-License-Identifier: Apache-2.0
// The fewest bits that the magnitude of a sum may have.
#pragma once

#include "mmasc/ranges/sum_range.h"

namespace mmasc {

// About the fewest bits of a sum that is not 0, once all else of its range is known. Every addend
// is a whole number of the lowest bits that alignment leaves of any: so is the sum. Where the lead
// is no zero, others must cancel it. `last_place`: of the rounding that its bits meet.
int few_bits(const SumRange& sum, int last_place);

// The most leading zeros of an exact sum of two terms that is not 0, above its least exponent;
// kNoLimit of any other.
int zeros_of_two(const SumRange& sum);

}  // namespace mmasc
