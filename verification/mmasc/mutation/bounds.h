// SPDX-License-Identifier: Apache-2.0
// Ranges (mmasc/ranges/ranges.h) as the audit asks of them.
#pragma once

#include <limits>

#include "mmasc/ranges/sum_range.h"

namespace mmasc {

inline constexpr int kNever = std::numeric_limits<int>::min() / 4;   // below every exponent
inline constexpr int kAlways = std::numeric_limits<int>::max() / 4;  // above

// Bounds of every finite value of a term that is not an exact zero:
//
//     least_exponent <= its exponent <= greatest_exponent, as the aligner sees it
//     [ top - 1 ... lowest_bit ]  the bits it may have, `bits` of them from its leading one to its
//     last
//
// A term that is always an exact zero has no least and no greatest.
struct Bounds {
  int least_exponent = kAlways, greatest_exponent = kNever;
  int lowest_bit = kAlways;
  int top = kNever;
  int bits = 0;
  int least_value = kAlways;  // exponent of the smallest one's leading bit
};
Bounds bounds_of(const TermRange& range);
inline int least_exponent(const GroupRange& group) { return bounds_of(group.term).least_exponent; }

// The rounding changes no such value; or none that does not overflow.
bool is_exact(const RoundingRule& round, const Bounds& input);
bool is_exact_in_range(const RoundingRule& round, const Bounds& input);

}  // namespace mmasc
