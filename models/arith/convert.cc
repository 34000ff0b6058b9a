// SPDX-License-Identifier: Apache-2.0
#include "arith/convert.h"

#include "arith/multiplier.h"
#include "arith/normalizer.h"

namespace mmasc {
namespace {

using N = Numbers128;
constexpr int kIndexBits = 16;

}  // namespace

Term<N> decode(const Format& format, std::uint64_t bits) {
  return unpack<N>(format, Flush::none, bits & format.storage_mask(), kIndexBits);
}

std::optional<std::uint64_t> convert(const Format& from, const Format& to, std::uint64_t bits,
                                     Conversion conversion) {
  Term<N> term = decode(from, bits);
  RoundPlan plan = plan_rounding(widths_of(from), to, conversion.rounding);
  plan.saturates = conversion.overflow == Overflow::saturate || !to.has_nan();
  if (plan.saturates && !to.has_infinity() && term.infinite) {
    // A saturating conversion takes an infinity to the greatest number where there is no infinity.
    Term<N> greatest = term;
    greatest.infinite = false;
    greatest.exponent = to.greatest_exponent() + 1;
    greatest.significand = N::word(1) << from.fraction_bits;
    term = greatest;
  }
  const bool negative = term.negative && !(term.zero && !to.is_signed());
  if (term.nan ? !to.has_nan() : negative && !to.is_signed()) return std::nullopt;
  const Term<N> rounded = round<N>(plan, term, kIndexBits);
  if (rounded.zero && !rounded.nan && !to.has_subnormals) return std::nullopt;
  return N::to_raw(pack<N>(to, to.fraction_bits, rounded, to.default_nan(), kIndexBits));
}

std::string_view what_is_lacking(const Format& from, const Format& to, std::uint64_t bits) {
  const Term<N> term = decode(from, bits);
  if (term.nan) return "NaN";
  return term.negative && !term.zero && !to.is_signed() ? "negative numbers" : "zero";
}

}  // namespace mmasc
