// SPDX-License-Identifier: Apache-2.0
// convert() against exact rounding, a format against all formats.
#pragma once

#include <gtest/gtest.h>

#include "mmasc/arith/convert.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/names.h"
#include "specification/term.h"

namespace mmasc {

// By exact numbers, as convert.h states it.
inline std::optional<std::uint64_t> converted_exactly(const Format& to, const exact::Term& term,
                                                      const Conversion& conversion) {
  if (term.nan)
    return to.has_nan() ? std::optional(exact::encode(to, exact::nan_term())) : std::nullopt;
  const bool is_zero = term.finite() && term.value.is_zero();
  if (term.negative && !is_zero && !to.is_signed()) return std::nullopt;
  RoundingRule rule;
  rule.rounding = conversion.rounding;
  rule.overflow = to.has_nan() ? conversion.overflow : Overflow::saturate;
  exact::Term number = term;
  if (term.infinite && rule.overflow == Overflow::saturate) {
    number.infinite = false;  // saturates as any number beyond the greatest does
    number.value = exact::power_of_two(to.greatest_exponent() + 1);
    if (number.negative) number.value = -number.value;
  }
  if (!to.has_subnormals && is_zero) return std::nullopt;
  number = exact::round_to_format(number, to, rule);
  if (!to.is_signed()) number.negative = false;
  const exact::Dyadic least = exact::power_of_two(to.least_exponent());
  if (!to.has_subnormals && number.finite() && exact::less(exact::magnitude(number.value), least))
    number.value = term.negative ? -least : least;
  return exact::encode(to, number);
}

inline void compare_conversions(const Format& from, std::uint64_t stride) {
  for (std::uint64_t bits = 0; bits <= from.storage_mask(); bits += stride) {
    const exact::Term term = exact::decode(from, bits);
    for (const Format& to : shipped_formats())
      for (const RoundingName& mode : kRoundings)
        for (const Overflow overflow :
             {Overflow::infinity, Overflow::by_rounding, Overflow::saturate}) {
          const Conversion conversion{mode.rounding, overflow};
          ASSERT_EQ(convert(from, to, bits, conversion), converted_exactly(to, term, conversion))
              << from.name << ' ' << bits << " to " << to.name << ", " << mode.name << ", "
              << enum_name(overflow);
        }
  }
}

}  // namespace mmasc
