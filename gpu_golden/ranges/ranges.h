// SPDX-License-Identifier: Apache-2.0
// What the terms of a plan can be, by intervals: never less than what operands can make of them, so
// that whatever lies outside cannot be reached.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "arith/sequence.h"

namespace mmasc {

constexpr int ceil_log2(int count) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(count - 1)));
}

struct Interval {
  int low = 0, high = -1;
  bool empty() const { return high < low; }
  bool contains(int x) const { return low <= x && x <= high; }
  friend Interval operator+(Interval x, Interval y) { return {x.low + y.low, x.high + y.high}; }
  friend Interval operator-(Interval x, Interval y) { return {x.low - y.high, x.high - y.low}; }
};
Interval join(Interval x, Interval y);

// How full a binade can be: the largest magnitude over the power of two above it, rounded up.
inline constexpr int kFullBinade = 1 << 16;

struct TermRange {
  bool nonzero = false, zero = false;  // not an exact zero; one
  bool minus_zero = false;             // an exact zero of negative sign
  bool negative = false;               // something else of negative sign
  bool infinite = false, nan = false;
  Interval exponent, zero_exponent;          // where not an exact zero; of one, as it stands
  int shared = -1;                           // block whose scales are a part of the exponents
  Interval own_exponent, own_zero_exponent;  // without that part
  int fraction = 0;                          // |value| is a multiple of 2^(exponent - fraction),
  int lowest_bit = 0;                        // and of 2^lowest_bit
  int lowest_leading = 0;                    // leading bit of the least value above zero
  int top = 0;                               // |value| < 2^top
  int bits = kNoLimit;                       // from the leading one to the last, at most
  bool normalized = false;                   // the leading bit is at the exponent, or the
                                             // exponent is the least
  int fullness = kFullBinade;
};
TermRange join(const TermRange& x, const TermRange& y);

struct GroupRange {
  TermRange term;
  std::vector<Interval> distances;  // below the largest exponent
  int greatest_distance = 0;
  int greatest_loss = 0;             // bits cut off at alignment, at most; not positive: none
  bool loses_all = false;            // a term above zero may lose every bit
  std::vector<Interval> zero_above;  // a zero's exponent less the largest of the other terms'
};

struct SumRange {
  std::vector<GroupRange> groups;
  std::vector<Interval> floor_above;  // the floor less the largest exponent
  TermRange sum, rounded;             // rounded: where the sum rounds
  int integer_bits = 0;               // |sum| < 2^(e_max + this)
  int most_carries = 0;               // of the leading bit, beyond the largest addend's
};

struct PlanRanges {
  TermRange a, b, scale;
  std::vector<TermRange> products;  // before their rounding
  TermRange c;
  std::vector<SumRange> sums;  // in the plan's order
  TermRange root, result;
  bool root_stays_below = false;  // the root's sum rounds to nothing beyond the greatest number
  bool root_overflows = false;
};

// Of the steps of a sequence, or of its late addition.
PlanRanges ranges_of_steps(const Sequence& sequence);
PlanRanges ranges_of_late_c(const Sequence& sequence);

// Of one rounding.
bool may_overflow(const RoundPlan& round, const TermRange& in);
TermRange rounded(const RoundPlan& round, const TermRange& in);
// Bits that a rounding to `fraction_bits` cuts off, at most: of a number from the least normal one
// on, and below it. Not positive: none. `integer_bits`: |in| < 2^(exponent + this).
int normal_loss(const RoundPlan& round, int fraction_bits, const TermRange& in, int integer_bits);
int subnormal_loss(const RoundPlan& round, int fraction_bits, const TermRange& in);

}  // namespace mmasc
