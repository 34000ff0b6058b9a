// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/rounding_meaning.h"

#include "mmasc/unit/names.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {

void RoundingReader::read_fitting(const std::string& name, const RoundingRule& round) {
  if (round.may_saturate())
    add("{} from -{:x} to {:x}", name, round.greatest_negative_significand(),
        round.greatest_significand());
  else
    add("{} modulo 2^{}", name, round.format->storage_bits());
}

void RoundingReader::read_rounding(const std::string& name, const RoundingRule& round,
                                   const RoundingInput& of) {
  const Bounds& input = of.bounds;
  if (round.is_integer()) return read_fitting(name, round);
  const bool reaches_ulp = input.lowest_bit >= round.last_place();
  const bool fits = of.never_overflows || input.top <= round.greatest_exponent();
  const int bits = input.bits;
  const bool exact = reaches_ulp && bits <= round.fraction_bits + 1;
  // Rounded is then only what lies below the least exponent, and that is flushed with its sign.
  const bool flushed = bits <= round.fraction_bits && round.flush == Flush::keep_sign &&
                       round.keeps_underflow_sign() && !round.rounds_twice();
  if (flushed && !exact)
    put_aside(rounding_text(round.rounding),
              "{}: {} bits need no rounding but below 2^{}, where they are flushed", name, bits,
              round.least_exponent());
  else if (exact)
    put_aside(
        fmt::format("{} {} {} {}", round.fraction_bits, rounding_text(round.rounding),
                    round.first_cut().fraction_bits, rounding_text(round.first_cut().rounding)),
        "{}: {} bits need no rounding", name, bits);
  else
    add("{} to {}, {}", name, round.fraction_bits, rounding_text(round.rounding));
  if (!exact && round.rounds_twice()) read_prerounding(name, round);
  if (!round.format->has_infinity()) add("{} has no infinity", name);
  if (!round.format->has_minus_zero()) add("{} has no -0", name);
  add("{} from 2^{}", name, round.least_exponent());
  if (fits)
    put_aside(fmt::format("saturates {} {}", round.saturates(false), round.saturates(true)),
              "{}: no sum is beyond the greatest number", name);
  else
    for (const bool negative : {false, true})
      if (round.saturates(negative))
        add("{} saturates at {}{:x} * 2^({} - {})", name, negative ? "-" : "",
            round.greatest_significand(), round.greatest_exponent(), round.fraction_bits);
      else
        add("{} overflows beyond {}2^{}", name, negative ? "-" : "", round.greatest_exponent());
  const std::string sign = round.keeps_underflow_sign() ? "keeps" : "drops";
  if (reaches_ulp)
    put_aside(sign, "{}: a sum that is not zero is at least 2^{}", name, input.lowest_bit);
  else if (input.least_value >= round.least_exponent())
    put_aside(sign, "{}: a sum that is not zero is at least 2^{}", name, input.least_value);
  else if (round.flushes() && of.is_alone_below_the_least)
    put_aside(sign, "{}: a sum below 2^{} is one term, which needs no rounding", name,
              round.least_exponent());
  else
    read_sign(name, "", round, round.keeps_underflow_sign());
  read_prerounding_sign(name, round, input);
  if (!round.flushes()) return;
  read_tininess(name, round, of, exact);
  if (input.least_value >= round.least_exponent())
    put_aside(fmt::format("flushes {}", enum_name(round.flush)),
              "{}: a sum that is not zero is at least 2^{}", name, input.least_value);
  else
    add("{} flushes, {}", name, enum_name(round.flush));
}

void RoundingReader::read_prerounding(const std::string& name, const RoundingRule& round) {
  const auto [kept, rounding] = round.first_cut();
  const bool to_nearest = rounding == Rounding::nearest_even || rounding == Rounding::nearest_away;
  const bool signs_alike = round.keeps_underflow_sign() == round.keeps_prerounding_sign() ||
                           round.flushes_before_the_least();
  if (to_nearest && round.rounding == Rounding::toward_zero && kept > round.fraction_bits &&
      signs_alike) {
    add("{} first to {}, to nearest", name, kept);
    put_aside(rounding_text(rounding), "{}: where ties differ, the bit in which they do is cut off",
              name);
  } else {
    add("{} first to {}, {}", name, kept, rounding_text(rounding));
  }
}

// The first of two roundings takes less of a sum to zero than both do.
void RoundingReader::read_prerounding_sign(const std::string& name, const RoundingRule& round,
                                           const Bounds& input) {
  if (!round.rounds_twice()) return;
  const char* const sign = round.keeps_prerounding_sign() ? "first keeps" : "first drops";
  const int first_ulp = round.least_exponent() - round.first_cut().fraction_bits;
  if (input.lowest_bit >= first_ulp)
    put_aside(sign, "{}: a sum that is not zero is at least 2^{}", name, input.lowest_bit);
  else if (!may_leave_nothing(round.first_cut().rounding.mode, true))
    put_aside(sign, "{}: no negative sum is first rounded to zero", name);
  else
    read_sign(name, "first ", round, round.keeps_prerounding_sign());
}

// The sign of what rounds to zero; flushed before that, it has the sign of what is flushed.
void RoundingReader::read_sign(const std::string& name, const std::string& when,
                               const RoundingRule& round, bool keeps) {
  const bool is_flushed = round.flushes_before_the_least();
  const auto text = [&when](bool kept) { return when + (kept ? "keeps" : "drops"); };
  if (is_flushed) put_aside(text(keeps), "{}: a sum that would round to zero is flushed", name);
  add("{} {} its sign at zero", name, text(is_flushed ? round.flush == Flush::keep_sign : keeps));
}

// Just below the least normal number a sum is rounded up to it, and with the bit more that it
// keeps without a least exponent it is not.
void RoundingReader::read_tininess(const std::string& name, const RoundingRule& round,
                                   const RoundingInput& of, bool exact) {
  const Bounds& input = of.bounds;
  const int bits = input.bits;
  const std::string text = fmt::format("tininess {}", enum_name(round.tininess));
  if (exact)
    put_aside(text, "{}: {} bits need no rounding", name, bits);
  else if (input.least_value >= round.least_exponent())
    put_aside(text, "{}: a sum that is not zero is at least 2^{}", name, input.least_value);
  else if (input.lowest_bit >= round.least_exponent() - round.exact_fraction_bits())
    put_aside(text, "{}: a sum below 2^{} has no bit below 2^{}, so it needs no rounding", name,
              round.least_exponent(), input.lowest_bit);
  else if (bits <= round.fraction_bits)
    put_aside(text, "{}: {} bits do not round to the least normal number", name, bits);
  else if (!round.may_increment() && round.exact_fraction_bits() > 0)  // 1 is odd
    put_aside(text, "{}: nothing is rounded up to the least normal number", name);
  else if (of.is_alone_below_the_least)
    put_aside(text, "{}: a sum below 2^{} is one term, which needs no rounding", name,
              round.least_exponent());
  else
    add("{} {}", name, text);
}

}  // namespace mmasc
