// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/bounds.h"

#include <algorithm>

namespace mmasc {

Bounds bounds_of(const TermRange& range) {
  Bounds bounds;
  if (!range.nonzero) return bounds;
  bounds.least_exponent = range.exponent.low;
  bounds.greatest_exponent = range.exponent.high;
  bounds.lowest_bit = range.lowest_bit;
  bounds.top = range.top;
  const int bits = std::min({range.word_bits, range.bits, range.top - range.lowest_bit});
  bounds.bits = range.lost ? kAlways : bits;  // what was lost lies below them
  bounds.least_value = std::max(range.lowest_leading, range.lowest_bit);
  return bounds;
}

bool is_exact_in_range(const RoundingRule& round, const Bounds& input) {
  return round.format->has_infinity() && round.format->has_minus_zero() &&
         input.lowest_bit >= round.last_place() && input.bits <= round.fraction_bits + 1 &&
         (!round.flushes() || input.least_value >= round.least_exponent());
}

bool is_exact(const RoundingRule& round, const Bounds& input) {
  return is_exact_in_range(round, input) && input.top <= round.greatest_exponent();
}

}  // namespace mmasc
