// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/rounding.h"

#include <algorithm>

namespace mmasc {
namespace {

using Outcome = ExactRounding::Outcome;

Outcome outcome_of(const ExactRounding& rounding) {
  const RoundingRule& rule = *rounding.rule;
  const ExactShift& last = rounding.shifts.back();
  const int kept_unit = last.unit + last.distance;
  const int greatest_unit = rule.greatest_exponent() - rule.fraction_bits;
  if (!last.kept.is_zero() && kept_unit + last.kept.bit_length() - 1 >= rule.greatest_exponent()) {
    const Dyadic greatest{rule.greatest_significand(), greatest_unit};
    if ((greatest + -Dyadic{last.kept, kept_unit}).integer.is_negative())
      return Outcome::overflowed;
  }
  const bool subnormal = last.kept.bit_length() <= rule.fraction_bits && !last.kept.is_zero();
  const bool tiny = rule.flushes_before_the_least() && rounding.is_tiny;
  return rule.flush != Flush::none && (subnormal || tiny) ? Outcome::flushed : Outcome::number;
}

// Whether a zero has the sign of what came in.
bool keeps_sign(const ExactRounding& rounding) {
  const RoundingRule& rule = *rounding.rule;
  if (!rule.format->has_minus_zero()) return false;
  if (rounding.outcome == Outcome::flushed) return rule.flush == Flush::keep_sign;
  if (rounding.in.significand.is_zero()) return true;
  return rule.rounds_twice() && rounding.shifts.front().kept.is_zero()
             ? rule.keeps_prerounding_sign()
             : rule.keeps_underflow_sign();
}

// The one rounding or two, of a term whose fraction begins below 2^leading.
std::vector<ExactShift> shifts_of(const RoundingRule& rule, const ExactTerm& in, int leading,
                                  std::span<const std::uint32_t> random) {
  std::vector<ExactShift> shifts;
  Dyadic magnitude{in.significand, in.exponent - in.fraction_bits};
  const auto round_to = [&](int fraction_bits, Rounding mode) {
    const int distance = leading - fraction_bits - magnitude.exponent;
    std::uint32_t drawn = 0;
    if (mode.is_stochastic()) {
      drawn = random.front();
      random = random.subspan(1);
    }
    shifts.push_back(shift_and_round(magnitude, in.negative, distance, mode, drawn));
    magnitude = {shifts.back().kept, leading - fraction_bits};
  };
  if (rule.prerounding)
    round_to(rule.prerounding->significand_fraction, rule.prerounding->rounding);
  round_to(rule.fraction_bits, rule.rounding);
  return shifts;
}

// The exponent of the leading bit of what is kept in the end.
int leading_after(const std::vector<ExactShift>& shifts) {
  const ExactShift& last = shifts.back();
  return last.unit + last.distance + last.kept.bit_length() - 1;
}

ExactTerm rounded_term(const ExactRounding& rounding) {
  const RoundingRule& rule = *rounding.rule;
  ExactTerm out;
  out.fraction_bits = rule.fraction_bits;
  out.exponent = rule.least_exponent();
  out.negative = rounding.in.negative;
  out.infinite = rounding.outcome == Outcome::special ? rounding.in.infinite
                                                      : rounding.outcome == Outcome::overflowed &&
                                                            !rule.saturates(rounding.in.negative);
  out.nan = rounding.in.nan || (out.infinite && !rule.format->has_infinity());
  if (!out.finite()) return out;
  if (rounding.outcome == Outcome::overflowed) {
    out.significand = rule.greatest_significand();
    out.exponent = rule.greatest_exponent();
    return out;
  }
  const BigInt& kept = rounding.shifts.back().kept;
  out.zero = kept.is_zero() || rounding.outcome == Outcome::flushed;
  if (out.zero) {
    out.negative = out.negative && keeps_sign(rounding);
    return out;
  }
  // A carry out of the top leaves a power of two.
  const int carry = std::max(0, kept.bit_length() - 1 - rule.fraction_bits);
  out.significand = kept >> carry;
  out.exponent = std::max(rounding.leading_exponent, rule.least_exponent()) + carry;
  return out;
}

// The integer that stands for x, which is beyond the format's: the nearest of them, or that of the
// low bits of x.
BigInt fitted(const RoundingRule& rule, const BigInt& x) {
  if (rule.overflow == Overflow::saturate)
    return x.is_negative() ? -BigInt(rule.greatest_negative_significand())
                           : BigInt(rule.greatest_significand());
  const int bits = rule.format->storage_bits();
  const BigInt modulus = BigInt(1) << bits;
  BigInt low = x.abs().low_bits(bits);
  if (x.is_negative() && !low.is_zero()) low = modulus - low;
  return rule.format->is_signed() && low.bit(bits - 1) ? low - modulus : low;
}

// A sum of integers is one: nothing is cut off below.
ExactRounding fit_exactly(const RoundingRule& rule, const ExactTerm& in) {
  ExactRounding rounding;
  rounding.rule = &rule;
  rounding.in = in;
  rounding.leading_exponent = in.significand.is_zero() ? 0 : in.leading_exponent();
  rounding.shifts.push_back(shift_and_round({in.significand, in.exponent - in.fraction_bits},
                                            in.negative, in.fraction_bits - in.exponent,
                                            rule.rounding));
  const BigInt& kept = rounding.shifts.back().kept;
  const BigInt x = in.negative ? -kept : kept;
  const BigInt most =
      x.is_negative() ? rule.greatest_negative_significand() : rule.greatest_significand();
  const bool beyond = (most - x.abs()).is_negative();
  if (beyond) rounding.outcome = Outcome::overflowed;
  const BigInt out = beyond ? fitted(rule, x) : x;
  rounding.out.significand = out.abs();
  rounding.out.negative = out.is_negative();
  rounding.out.zero = out.is_zero();
  return rounding;
}

// Bits that were lost make a number larger by less than any rounding of the rule tells from a last
// bit below a guard bit.
ExactTerm with_lost_bits(const RoundingRule& rule, ExactTerm term) {
  if (!term.lost || !term.finite() || term.significand.is_zero()) return term;
  const int below = rule.deepest_fraction_bits() + 4;
  term.significand = (term.significand << below) + 1;
  term.fraction_bits += below;
  return term;
}

}  // namespace

// By IEEE 754, section 7.4, it does where the rounding goes no further than to that number, whose
// last bit is 1: where it takes 1.875 to 1.
bool RoundingRule::saturates(bool negative) const {
  if (overflow != Overflow::by_rounding) return overflow == Overflow::saturate;
  const auto all_ones = static_cast<std::uint32_t>((std::uint64_t{1} << rounding.random_bits) - 1);
  return !shift_and_round({BigInt(15), -3}, negative, 3, rounding, all_ones).incremented;
}

bool RoundingRule::keeps_prerounding_sign() const {
  return (prerounding ? prerounding->underflow.value_or(underflow) : underflow) ==
         Underflow::keep_sign;
}

Cut RoundingRule::first_cut() const {
  return prerounding ? Cut{prerounding->significand_fraction, prerounding->rounding}
                     : Cut{fraction_bits, rounding};
}

bool RoundingRule::may_increment() const {
  return mmasc::may_increment(first_cut().rounding) || mmasc::may_increment(rounding);
}

int RoundingRule::exact_fraction_bits() const {
  return std::min(first_cut().fraction_bits, fraction_bits);
}

int RoundingRule::deepest_fraction_bits() const {
  return std::max(first_cut().fraction_bits, fraction_bits);
}

RoundingRule rule_of(const Format& format, Rounding rounding) {
  RoundingRule rule;
  rule.format = &format;
  rule.fraction_bits = format.fraction_bits;
  rule.rounding = rounding;
  return rule;
}

ExactRounding round_exactly(const RoundingRule& rule, const ExactTerm& term,
                            std::span<const std::uint32_t> random) {
  if (rule.is_integer()) return fit_exactly(rule, term);
  ExactRounding rounding;
  rounding.rule = &rule;
  rounding.in = with_lost_bits(rule, term);
  const ExactTerm& in = rounding.in;
  if (!in.finite()) {
    rounding.outcome = Outcome::special;
    rounding.out = rounded_term(rounding);
    return rounding;
  }
  const int least = rule.least_exponent();
  const int leading = in.significand.is_zero() ? least : in.leading_exponent();
  rounding.leading_exponent = leading;
  rounding.below_least = leading < least;
  rounding.shifts = shifts_of(rule, in, std::max(leading, least), random);
  if (rounding.below_least && !in.significand.is_zero())
    rounding.is_tiny = leading_after(shifts_of(rule, in, leading, random)) < least;
  rounding.outcome = outcome_of(rounding);
  rounding.out = rounded_term(rounding);
  return rounding;
}

bool ExactRounding::loses() const {
  return std::ranges::any_of(shifts, [](const ExactShift& shift) { return !shift.lost.is_zero(); });
}

Dyadic ExactRounding::dropped() const {
  if (outcome == Outcome::flushed) return in.value();
  Dyadic sum;
  for (const ExactShift& shift : shifts) sum = sum + shift.dropped();
  return sum;
}

}  // namespace mmasc
