// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/exact_numbers.h"

#include <algorithm>

#include "mmasc/arith/exact_rounding.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

Dyadic with_sign(bool negative, const Dyadic& x) { return negative ? -x : x; }

using Outcome = ExactRounding::Outcome;

Outcome outcome_of(const RoundPlan& plan, const ExactRounding& rounding) {
  const ExactShift& last = rounding.shifts.back();
  const Dyadic greatest{plan.greatest_significand, plan.greatest_exponent - plan.fraction_bits};
  const Dyadic kept{last.kept, last.unit + last.distance};
  if ((greatest + -kept).integer.is_negative()) return Outcome::overflowed;
  const bool subnormal = last.kept.bit_length() <= plan.fraction_bits && !last.kept.is_zero();
  const bool tiny = plan.flushes_before_the_least() && rounding.is_tiny;
  return plan.flushes() && (subnormal || tiny) ? Outcome::flushed : Outcome::number;
}

// The sign of a zero that came of `in`.
bool keeps_sign(const RoundPlan& plan, const ExactRounding& rounding) {
  if (!plan.has_minus_zero) return false;
  if (rounding.outcome == Outcome::flushed) return plan.flush == Flush::keep_sign;
  if (rounding.in.significand.is_zero()) return true;
  return rounding.shifts.front().kept.is_zero() ? plan.keeps_prerounding_sign
                                                : plan.keeps_underflow_sign;
}

// The one rounding or two, of a term whose fraction begins below 2^leading.
std::vector<ExactShift> shifts_of(const RoundPlan& plan, const ExactTerm& in, int leading,
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
  if (plan.rounds_twice()) round_to(plan.first_cut().fraction_bits, plan.first_cut().rounding);
  round_to(plan.fraction_bits, plan.rounding);
  return shifts;
}

// The exponent of the leading bit of what is kept in the end.
int leading_after(const std::vector<ExactShift>& shifts) {
  const ExactShift& last = shifts.back();
  return last.unit + last.distance + last.kept.bit_length() - 1;
}

ExactTerm rounded_term(const RoundPlan& plan, const ExactRounding& rounding) {
  ExactTerm out;
  out.fraction_bits = plan.fraction_bits;
  out.exponent = plan.least_exponent;
  out.negative = rounding.in.negative;
  const bool infinite =
      rounding.outcome == Outcome::special
          ? rounding.in.infinite
          : rounding.outcome == Outcome::overflowed && !plan.saturates.of(rounding.in.negative);
  out.infinite = infinite;
  out.nan = rounding.in.nan || (infinite && !plan.has_infinity);
  if (!out.finite()) return out;
  if (rounding.outcome == Outcome::overflowed) {
    out.significand = plan.greatest_significand;
    out.exponent = plan.greatest_exponent;
    return out;
  }
  const BigInt& kept = rounding.shifts.back().kept;
  out.zero = kept.is_zero() || rounding.outcome == Outcome::flushed;
  if (out.zero) {
    out.negative = out.negative && keeps_sign(plan, rounding);
    return out;
  }
  // A carry out of the top leaves a power of two.
  const int carry = std::max(0, kept.bit_length() - 1 - plan.fraction_bits);
  out.significand = kept >> carry;
  out.exponent = std::max(rounding.leading_exponent, plan.least_exponent) + carry;
  return out;
}

ExactTerm decode_integer(const Format& format, std::uint64_t bits) {
  bits &= format.storage_mask();
  ExactTerm term;
  term.negative = (bits & sign_mask(format)) != 0;
  term.significand = bits;
  if (term.negative) term.significand = (BigInt(1) << format.storage_bits()) - term.significand;
  term.zero = bits == 0;
  return term;
}

// The integer that stands for x, which is beyond the plan's integers: the nearest of them where the
// plan saturates, else the low bits of x.
BigInt fitted(const RoundPlan& plan, const BigInt& x) {
  if (plan.saturates.any())
    return x.is_negative() ? -BigInt(plan.greatest_negative_significand)
                           : BigInt(plan.greatest_significand);
  const BigInt modulus = BigInt(1) << plan.stored_bits;
  BigInt low = x.abs().low_bits(plan.stored_bits);
  if (x.is_negative() && !low.is_zero()) low = modulus - low;
  return plan.is_signed() && low.bit(plan.stored_bits - 1) ? low - modulus : low;
}

// A sum of integers is one: nothing is cut off below.
ExactRounding fit_exactly(const RoundPlan& plan, const ExactTerm& in) {
  ExactRounding rounding;
  rounding.plan = &plan;
  rounding.in = in;
  rounding.leading_exponent = in.significand.is_zero() ? 0 : in.leading_exponent();
  rounding.shifts.push_back(shift_and_round({in.significand, in.exponent - in.fraction_bits},
                                            in.negative, in.fraction_bits - in.exponent,
                                            plan.rounding));
  const BigInt& kept = rounding.shifts.back().kept;
  const BigInt x = in.negative ? -kept : kept;
  const BigInt most =
      x.is_negative() ? plan.greatest_negative_significand : plan.greatest_significand;
  const bool beyond = (most - x.abs()).is_negative();
  if (beyond) rounding.outcome = Outcome::overflowed;
  const BigInt out = beyond ? fitted(plan, x) : x;
  rounding.out.significand = out.abs();
  rounding.out.negative = out.is_negative();
  rounding.out.zero = out.is_zero();
  return rounding;
}

}  // namespace

Dyadic ExactTerm::value() const {
  return with_sign(negative, {significand, exponent - fraction_bits});
}

bool operator==(const ExactTerm& x, const ExactTerm& y) {
  if (x.nan || y.nan) return x.nan == y.nan;
  if (x.infinite || y.infinite) return x.infinite == y.infinite && x.negative == y.negative;
  return x.significand == y.significand && x.fraction_bits == y.fraction_bits &&
         x.exponent == y.exponent && x.negative == y.negative && x.zero == y.zero &&
         x.lost == y.lost;
}

ExactTerm decode_exactly(const Format& format, Flush flush, std::uint64_t bits) {
  if (format.is_integer()) return decode_integer(format, bits);
  const auto field = [bits](int low, int count) {
    return count == 0 ? 0 : bits >> low & ((std::uint64_t{1} << count) - 1);
  };
  const std::uint64_t fraction = field(format.fraction_low(), format.fraction_bits);
  const auto exponent = static_cast<int>(field(format.exponent_low(), format.exponent_bits));
  const bool subnormal = format.has_subnormals && exponent == 0;
  const bool at_top = exponent == format.top_exponent_field();
  ExactTerm term;
  term.fraction_bits = format.fraction_bits;
  term.exponent = (subnormal ? 1 : exponent) - format.bias;
  term.negative = format.is_signed() && field(format.sign_low(), 1) != 0;
  term.zero = subnormal && fraction == 0;
  switch (format.specials) {
    case Specials::ieee:
      term.nan = at_top && fraction != 0;
      term.infinite = at_top && fraction == 0;
      break;
    case Specials::nan_all_ones:
      term.nan = at_top && fraction == (std::uint64_t{1} << format.fraction_bits) - 1;
      break;
    case Specials::nan_minus_zero:
      term.nan = term.zero && term.negative;
      term.zero = term.zero && !term.nan;
      break;
    case Specials::none:
      break;
  }
  if (subnormal && !term.nan && flush != Flush::none) {
    if (flush == Flush::all_to_plus_zero ||
        (!term.zero && (flush == Flush::to_plus_zero || !format.has_minus_zero())))
      term.negative = false;
    term.zero = true;
    return term;
  }
  term.significand = fraction + (subnormal ? 0 : std::uint64_t{1} << format.fraction_bits);
  return term;
}

std::uint64_t encode_exactly(const Format& format, std::uint64_t nan, const ExactTerm& term) {
  if (term.nan) return nan;
  if (format.is_integer())
    return number_pattern(format, term.negative, term.significand.low_limb());
  const std::uint64_t sign = term.negative ? std::uint64_t{1} << format.sign_low() : 0;
  if (term.infinite)
    return sign | std::uint64_t(format.top_exponent_field()) << format.exponent_low();
  const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
  const std::uint64_t significand =
      (term.significand << (format.fraction_bits - term.fraction_bits)).low_limb();
  const bool normal = significand >= hidden;
  const auto field = static_cast<std::uint64_t>(normal ? term.exponent + format.bias : 0);
  return sign | field << format.exponent_low() |
         (significand - (normal ? hidden : 0)) << format.fraction_low();
}

ExactShift shift_and_round(const Dyadic& magnitude, bool negative, int distance, Rounding rounding,
                           std::uint32_t random) {
  ExactShift shift;
  shift.negative = negative;
  shift.magnitude = magnitude.integer;
  shift.unit = magnitude.exponent;
  shift.distance = distance;
  shift.rounding = rounding;
  shift.random = random;
  if (distance <= 0) {
    shift.kept = magnitude.integer << -distance;
    return shift;
  }
  shift.kept = magnitude.integer >> distance;
  shift.lost = magnitude.integer.low_bits(distance);
  shift.incremented =
      increments(rounding, negative, shift.kept.bit(0), shift.lost, distance, random);
  if (shift.incremented) shift.kept += 1;
  return shift;
}

Dyadic ExactShift::dropped() const {
  return with_sign(negative, {incremented ? lost - (BigInt(1) << distance) : lost, unit});
}

namespace {

// Bits that were lost make a number larger by less than any rounding of the plan tells from a last
// bit below a guard bit.
ExactTerm with_lost_bits(const RoundPlan& plan, ExactTerm term) {
  if (!term.lost || !term.finite() || term.significand.is_zero()) return term;
  const int below = plan.deepest_fraction_bits() + 4;
  term.significand = (term.significand << below) + 1;
  term.fraction_bits += below;
  return term;
}

}  // namespace

ExactRounding round_exactly(const RoundPlan& plan, const ExactTerm& term,
                            std::span<const std::uint32_t> random) {
  if (plan.is_integer()) return fit_exactly(plan, term);
  ExactRounding rounding;
  rounding.plan = &plan;
  rounding.in = with_lost_bits(plan, term);
  const ExactTerm& in = rounding.in;
  if (!in.finite()) {
    rounding.outcome = Outcome::special;
    rounding.out = rounded_term(plan, rounding);
    return rounding;
  }
  const int leading = in.significand.is_zero() ? plan.least_exponent : in.leading_exponent();
  rounding.leading_exponent = leading;
  rounding.below_least = leading < plan.least_exponent;
  const int normal = std::max(leading, plan.least_exponent);

  rounding.shifts = shifts_of(plan, in, normal, random);
  if (rounding.below_least && !in.significand.is_zero())
    rounding.is_tiny = leading_after(shifts_of(plan, in, leading, random)) < plan.least_exponent;
  rounding.outcome = outcome_of(plan, rounding);
  rounding.out = rounded_term(plan, rounding);
  return rounding;
}

Dyadic ExactRounding::dropped() const {
  if (outcome == Outcome::flushed) return in.value();
  Dyadic sum;
  for (const ExactShift& shift : shifts) sum = sum + shift.dropped();
  return sum;
}

}  // namespace mmasc
