// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/convert.h"

#include <algorithm>

#include "mmasc/arith/multiplier.h"
#include "mmasc/arith/normalizer.h"
#include "mmasc/unit/number_pattern.h"
#include "mmasc/unit/saturation.h"

namespace mmasc {
namespace {

using N = Numbers128;
constexpr int kIndexBits = 16;

// A magnitude as an integer, at most 2^kBeyond.
constexpr int kBeyond = 100;
N::word rounded_integer(const Term<N>& term, const TermWidths& widths, Rounding rounding) {
  const auto beyond = N::word(1) << kBeyond;
  if (term.infinite) return beyond;
  const int exponent = static_cast<int>(term.exponent) - widths.fraction_bits;
  if (exponent >= 0)
    return bit_length(term.significand) + exponent > kBeyond ? beyond
                                                             : term.significand << exponent;
  const auto rounded = with_rounding(rounding.mode, [&](auto mode) {
    return shift_right_rounded<N, mode>(term.significand, -exponent, term.negative,
                                        widths.magnitude_bits, kIndexBits);
  });
  return std::min(rounded, beyond);
}

// An integer has neither an infinity nor a NaN: what lies beyond becomes the greatest or the least.
Converted convert_to_integer(const Term<N>& term, const TermWidths& widths, const Format& to,
                             Rounding rounding) {
  const auto magnitude = rounded_integer(term, widths, rounding);
  const auto most =
      N::word(term.negative ? to.greatest_negative_significand() : to.greatest_significand());
  const auto fits = std::min(magnitude, most);
  return {number_pattern(to, term.negative != 0, static_cast<std::uint64_t>(fits)),
          magnitude > most};
}

}  // namespace

Term<N> decode(const Format& format, std::uint64_t bits) {
  return unpack<N>(format, Flush::none, bits & format.storage_mask(), kIndexBits);
}

std::optional<Converted> convert(const Term<N>& term, const TermWidths& widths, const Format& to,
                                 Conversion conversion) {
  const bool negative = term.negative && !(term.zero && !to.is_signed());
  if (term.nan ? !to.has_nan() : negative && !to.is_signed()) return std::nullopt;
  if (to.is_integer()) return convert_to_integer(term, widths, to, conversion.rounding);
  Term<N> rounded = round<N>(plan_rounding(widths, to, conversion.rounding), term, kIndexBits);
  const bool overflows = rounded.infinite && !term.infinite;
  const Overflow overflow = to.has_nan() ? conversion.overflow : Overflow::saturate;
  const bool saturates = overflows
                             ? saturation_of(overflow, conversion.rounding).of(term.negative != 0)
                             : overflow == Overflow::saturate;
  if (rounded.infinite && saturates && !term.nan) {
    rounded.significand = N::word(to.greatest_significand());
    rounded.exponent = to.greatest_exponent();
    rounded.zero = rounded.nan = rounded.infinite = false;
  }
  if (!to.has_zero() && !rounded.nan && !rounded.infinite) {
    if (term.zero) return std::nullopt;
    // The least number is the nearest to all that lie below it.
    rounded.significand = std::max(rounded.significand, N::word(1) << to.fraction_bits);
    rounded.zero = false;
  }
  return Converted{N::to_raw(pack<N>(to, to.fraction_bits, rounded, to.default_nan(), kIndexBits)),
                   overflows};
}

std::optional<std::uint64_t> convert(const Format& from, const Format& to, std::uint64_t bits,
                                     Conversion conversion) {
  const auto converted = convert(decode(from, bits), widths_of(from), to, conversion);
  return converted ? std::optional(converted->bits) : std::nullopt;
}

std::string_view what_is_lacking(const Term<N>& term, const Format& to) {
  if (term.nan) return "NaN";
  return term.negative && !term.zero && !to.is_signed() ? "negative numbers" : "zero";
}

std::string_view what_is_lacking(const Format& from, const Format& to, std::uint64_t bits) {
  return what_is_lacking(decode(from, bits), to);
}

}  // namespace mmasc
