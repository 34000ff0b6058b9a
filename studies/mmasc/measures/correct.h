// SPDX-License-Identifier: Apache-2.0
// Exact numbers in a format, and formats' numbers in order.
#pragma once

#include <cstdint>

#include "mmasc/specification/dyadic.h"
#include "mmasc/unit/format.h"

namespace mmasc {

// The number rounded once, to nearest even; beyond the greatest number an infinity, or NaN where
// there is none, and that number of an integer's format. 0 is +0.
std::uint64_t correctly_rounded(const Dyadic& number, const Format& format);

Dyadic exact_value(const Format& format, std::uint64_t bits);  // of a finite element
bool is_finite(const Format& format, std::uint64_t bits);

// A number as a double times a power of two, cut to the double's bits.
struct WideDouble {
  double fraction = 0;  // 0, or 1/2 <= |fraction| < 1
  int exponent = 0;

  double times_power_of_two(int n) const;
};
WideDouble to_wide_double(const Dyadic& number);
double ratio(const WideDouble& x, const WideDouble& y);  // y is not 0

}  // namespace mmasc
