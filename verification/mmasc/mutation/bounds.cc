// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/bounds.h"

#include <algorithm>

namespace mmasc {

Bounds bounds_of(const TermRange& range) {
  Bounds bounds;
  bounds.least_zero = range.zero_exponent.low;
  bounds.greatest_zero = range.zero_exponent.high;
  if (!range.nonzero) return bounds;
  bounds.least_exponent = range.exponent.low;
  bounds.greatest_exponent = range.exponent.high;
  bounds.lowest_bit = range.lowest_bit;
  bounds.top = range.top;
  bounds.depth = std::min(range.bits - 1, range.top - 1 - range.lowest_bit);
  bounds.least_value = std::max(range.lowest_leading, range.lowest_bit);
  return bounds;
}

int bits_of(const Bounds& input, const RoundPlan& round) {
  if (round.has_lost_bit) return kAlways;  // what was lost lies below them
  return std::min({round.input.magnitude_bits, input.top - input.lowest_bit, input.depth + 1});
}

bool is_exact_in_range(const RoundPlan& round, const Bounds& input) {
  return round.has_infinity && round.has_minus_zero && input.lowest_bit >= ulp_of(round) &&
         bits_of(input, round) <= round.fraction_bits + 1 &&
         (round.flush == Flush::none || input.least_value >= round.least_exponent);
}

bool is_exact(const RoundPlan& round, const Bounds& input) {
  return is_exact_in_range(round, input) && input.top <= round.greatest_exponent;
}

}  // namespace mmasc
