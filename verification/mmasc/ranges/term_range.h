// SPDX-License-Identifier: Apache-2.0
// The range of one term of a step, by intervals, and the range after a rounding.
#pragma once

#include <algorithm>
#include <bit>

#include "mmasc/specification/sum.h"
#include "mmasc/unit/plan.h"

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
  bool cancels = false;                // a sum whose value is 0, but that is not an exact zero
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
  int word_bits = kNoLimit;                  // of the word that holds its magnitude
  bool lost = false;                         // its rounding sees that bits were lost below it
  bool normalized = false;                   // the leading bit is at the exponent, or the
                                             // exponent is the least
  int zeros = kNoLimit;                      // else leading ones, above the least exponent
  int fullness = kFullBinade;
  Dyadic greatest, greatest_negative;  // times 2^exponent: value <= one, -value <= the other

  const Dyadic& greatest_magnitude() const;
};
// The larger one.
const Dyadic& larger(const Dyadic& x, const Dyadic& y);
TermRange join(const TermRange& x, const TermRange& y);

// The group's terms as they enter its sum.
TermRange entering(const AddendRule& rule, const TermRange& own);

// The significand with every bit set: 1.11...
Dyadic all_ones(int fraction_bits);

bool may_overflow(const RoundingRule& round, const TermRange& in);
TermRange rounded(const RoundingRule& round, const TermRange& in);
// Bits that a rounding to `fraction_bits` cuts off, at most: of a number from the least normal one
// on, and below it. Not positive: none. `integer_bits`: |in| < 2^(exponent + this).
int normal_loss(const RoundingRule& round, int fraction_bits, const TermRange& in,
                int integer_bits);
int subnormal_loss(const RoundingRule& round, int fraction_bits, const TermRange& in);

}  // namespace mmasc
