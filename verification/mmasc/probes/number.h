// SPDX-License-Identifier: Apache-2.0
// Elements as small integers times powers of two: what a probe writes and reads.
#pragma once

#include <cstdint>
#include <optional>

#include "mmasc/unit/format.h"

namespace mmasc::probes {

// significand * 2^exponent; the significand is odd, or 0.
struct Number {
  bool nan = false, infinite = false, negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;

  bool finite() const { return !nan && !infinite; }
  bool zero() const { return finite() && significand == 0; }
};

Number read_number(const Format& format, std::uint64_t bits);

// The signed value in units of 2^exponent; nullopt where that is no integer of 62 bits.
std::optional<std::int64_t> in_units(const Number& number, int exponent);

// significand / 2^(its top bit) * 2^exponent: the exponent is that of the leading bit. Nullopt
// where the format has no such number.
std::optional<std::uint64_t> write_number(const Format& format, int exponent, int significand = 1,
                                          bool negative = false);

// The greatest with no more than these fraction bits.
std::uint64_t greatest_number(const Format& format, int fraction_bits, bool negative = false);
// 1, or the normal power of two that is nearest to it. The format has a sign where negative.
std::uint64_t near_one(const Format& format, bool negative = false);

std::uint64_t zero_bits(const Format& format, bool negative = false);
std::uint64_t infinity_bits(const Format& format, bool negative = false);

// The exponent of the least subnormal number; of the least normal one where there is none.
int smallest_exponent(const Format& format);

}  // namespace mmasc::probes
