// SPDX-License-Identifier: Apache-2.0
#include "specification/term.h"

namespace mmasc::exact {
namespace {

Term seen(const ExactTerm& exact) {
  Term term;
  term.negative = exact.negative;
  term.nan = exact.nan;
  term.infinite = exact.infinite && !exact.nan;
  if (!term.finite()) return term.nan ? nan_term() : term;
  term.value = exact.value();
  term.exponent = exact.exponent;
  term.zero = exact.zero;
  return term;
}

ExactTerm of(const Term& term) {
  ExactTerm exact;
  exact.significand = term.value.integer.abs();
  exact.exponent = term.value.exponent;
  exact.negative = term.negative;
  exact.zero = term.finite() && term.value.is_zero();
  exact.nan = term.nan;
  exact.infinite = term.infinite;
  return exact;
}

}  // namespace

Term nan_term() {
  Term term;
  term.nan = true;
  return term;
}

Term infinite_term(bool negative) {
  Term term;
  term.infinite = true;
  term.negative = negative;
  return term;
}

Term zero_term(const Format& format, bool negative) {
  Term term;
  term.zero = true;
  term.exponent = format.least_exponent();
  term.negative = negative && format.has_minus_zero();
  return term;
}

Term decode(const Format& format, std::uint64_t bits) {
  return seen(decode_exactly(format, Flush::none, bits));
}

std::uint64_t encode(const Format& format, const Term& term) {
  const RoundingRule rule = rule_of(format);
  return encode_exactly(format, format.default_nan(), round_exactly(rule, of(term)).out);
}

Term round_to_format(const Term& term, const Format& format, RoundingRule rule) {
  rule.format = &format;
  rule.fraction_bits = rule.fraction_bits == 0 ? format.fraction_bits : rule.fraction_bits;
  return seen(round_exactly(rule, of(term)).out);
}

}  // namespace mmasc::exact
