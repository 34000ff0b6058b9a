// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/term_range.h"

#include <utility>

namespace mmasc {

Interval join(Interval x, Interval y) {
  if (x.empty()) return y;
  if (y.empty()) return x;
  return {std::min(x.low, y.low), std::max(x.high, y.high)};
}

const Dyadic& larger(const Dyadic& x, const Dyadic& y) {
  return (x + -y).integer.is_negative() ? y : x;
}

const Dyadic& TermRange::greatest_magnitude() const { return larger(greatest, greatest_negative); }

TermRange join(const TermRange& x, const TermRange& y) {
  TermRange both = x;
  both.zero = x.zero || y.zero;
  both.minus_zero = x.minus_zero || y.minus_zero;
  both.cancels = x.cancels || y.cancels;
  both.negative = x.negative || y.negative;
  both.infinite = x.infinite || y.infinite;
  both.nan = x.nan || y.nan;
  both.zero_exponent = join(x.zero_exponent, y.zero_exponent);
  both.own_zero_exponent = join(x.own_zero_exponent, y.own_zero_exponent);
  if (x.shared != y.shared) both.shared = -1;
  both.nonzero = x.nonzero || y.nonzero;
  both.word_bits = std::max(x.word_bits, y.word_bits);
  both.lost = x.lost || y.lost;
  both.greatest = larger(x.greatest, y.greatest);
  both.greatest_negative = larger(x.greatest_negative, y.greatest_negative);
  if (!y.nonzero) return both;
  if (!x.nonzero) {
    both.exponent = y.exponent;
    both.own_exponent = y.own_exponent;
    both.fraction = y.fraction;
    both.lowest_bit = y.lowest_bit;
    both.lowest_leading = y.lowest_leading;
    both.top = y.top;
    both.bits = y.bits;
    both.normalized = y.normalized;
    both.zeros = y.zeros;
    both.fullness = y.fullness;
    return both;
  }
  both.exponent = join(x.exponent, y.exponent);
  both.own_exponent = join(x.own_exponent, y.own_exponent);
  both.fraction = std::max(x.fraction, y.fraction);
  both.lowest_bit = std::min(x.lowest_bit, y.lowest_bit);
  both.lowest_leading = std::min(x.lowest_leading, y.lowest_leading);
  both.top = std::max(x.top, y.top);
  both.bits = std::max(x.bits, y.bits);
  both.normalized = x.normalized && y.normalized;
  both.zeros = std::max(x.zeros, y.zeros);
  both.fullness = std::max(x.fullness, y.fullness);
  return both;
}

namespace {

// The same values of the other sign. Where a zero or something else is only of one sign, that is
// the positive one.
TermRange opposite(const TermRange& term) {
  TermRange out = term;
  std::swap(out.greatest, out.greatest_negative);
  out.minus_zero = term.zero || term.cancels;
  out.negative = term.nonzero || term.infinite;
  return out;
}

// The same values with exponents that are higher by `by`.
TermRange moved(const TermRange& term, int by) {
  TermRange out = term;
  const Interval more{by, by};
  for (Interval* exponents :
       {&out.exponent, &out.zero_exponent, &out.own_exponent, &out.own_zero_exponent})
    if (!exponents->empty()) *exponents = *exponents + more;
  out.fraction += by;
  out.greatest.exponent -= by;
  out.greatest_negative.exponent -= by;
  out.normalized = false;  // no leading bit is at the exponent
  out.zeros = kNoLimit;
  return out;
}

}  // namespace

TermRange entering(const AddendRule& rule, const TermRange& own) {
  const TermRange term = rule.enters_negative(false) ? opposite(own) : own;
  return rule.keeps_exponents() ? term : moved(term, rule.exponent_in_e_max(0));
}

Dyadic all_ones(int fraction_bits) {
  return {(BigInt(2) << fraction_bits) - BigInt(1), -fraction_bits};
}

namespace {

// The range of an integer: any number that d holds.
TermRange fitted(const RoundingRule& round, const TermRange& in) {
  TermRange out;
  out.nonzero = out.zero = true;
  out.negative = round.format->is_signed() && (in.negative || may_overflow(round, in));
  out.exponent = out.zero_exponent = {0, 0};
  out.top = round.format->storage_bits();
  out.bits = out.word_bits = round.format->storage_bits();
  out.normalized = true;
  out.greatest = {BigInt(round.greatest_significand()), 0};
  out.greatest_negative = {BigInt(round.greatest_negative_significand()), 0};
  return out;
}

}  // namespace

bool may_overflow(const RoundingRule& round, const TermRange& in) {
  if (round.is_integer()) return in.top >= round.format->storage_bits();
  return in.top > round.greatest_exponent();
}

TermRange rounded(const RoundingRule& round, const TermRange& in) {
  if (round.is_integer()) return fitted(round, in);
  const int ulp = round.last_place();
  const auto ends = [&](bool in_greatest) {
    return round.saturates(false) == in_greatest ||
           (in.negative && round.saturates(true) == in_greatest);
  };
  const bool overflows = may_overflow(round, in) && ends(false);
  const bool saturates = may_overflow(round, in) && ends(true);
  TermRange out;
  out.nonzero = true;
  out.zero = true;
  out.negative = in.negative;
  out.minus_zero = round.format->has_minus_zero() &&
                   (in.minus_zero || (in.negative && (in.lowest_bit < ulp || round.flushes())));
  out.infinite = round.format->has_infinity() && (in.infinite || overflows);
  out.nan = in.nan || (!round.format->has_infinity() && (in.infinite || overflows));
  out.lowest_bit = std::max(in.lowest_bit, ulp);
  if (saturates)
    out.lowest_bit = std::min(out.lowest_bit, round.greatest_exponent() - round.fraction_bits);
  out.lowest_leading = std::min(std::max(in.lowest_leading, ulp), round.greatest_exponent());
  if (round.flushes()) out.lowest_leading = std::max(out.lowest_leading, round.least_exponent());
  out.exponent.low = std::max(round.least_exponent(), out.lowest_leading);
  out.exponent.high = std::max(out.exponent.low, std::min(round.greatest_exponent(), in.top));
  out.zero_exponent = {round.least_exponent(), round.least_exponent()};
  out.fraction = round.fraction_bits;
  out.top = std::min(std::max(in.top, ulp) + 1, round.greatest_exponent() + 1);
  out.bits = saturates ? round.fraction_bits + 1 : std::min(in.bits, round.fraction_bits + 1);
  out.word_bits = round.fraction_bits + 1;
  out.normalized = true;
  out.greatest = out.greatest_negative = all_ones(round.fraction_bits);
  return out;
}

int normal_loss(const RoundingRule& round, int fraction_bits, const TermRange& in,
                int integer_bits) {
  if (in.top <= round.least_exponent()) return 0;
  return std::min({integer_bits - 1 + in.fraction - fraction_bits,
                   in.top - 1 - fraction_bits - in.lowest_bit, in.bits - 1 - fraction_bits});
}

int subnormal_loss(const RoundingRule& round, int fraction_bits, const TermRange& in) {
  if (in.lowest_leading >= round.least_exponent()) return 0;
  const int last_bit = round.least_exponent() - fraction_bits;
  return last_bit - std::max(in.lowest_bit, in.exponent.low - in.fraction);
}

}  // namespace mmasc
