// SPDX-License-Identifier: Apache-2.0
// The numbers of formats as values, for tests that compute with them beside the specification.
#pragma once

#include <cstdint>
#include <optional>

#include "mmasc/specification/rounding.h"
#include "specification/dyadic.h"

namespace mmasc::exact {

struct Term {
  Dyadic value;                 // 0 where nan or infinite
  std::optional<int> exponent;  // as its format holds it; none of NaN and infinities
  bool negative = false;        // also of zeros and infinities
  bool zero = false;
  bool nan = false;
  bool infinite = false;

  bool finite() const { return !nan && !infinite; }
};

Term nan_term();
Term infinite_term(bool negative);

// A zero of a format: the format's least exponent, and no minus where the format has none.
Term zero_term(const Format& format, bool negative);

Term decode(const Format& format, std::uint64_t bits);

// The bits of a term whose value is a number of the format.
std::uint64_t encode(const Format& format, const Term& term);

// The term as a number of the format, by a rule whose format and fraction bits are not looked at.
Term round_to_format(const Term& term, const Format& format, RoundingRule rule = {});

}  // namespace mmasc::exact
