// SPDX-License-Identifier: Apache-2.0
// A written number as the nearest one of a format: rounded once, from the number itself.
#pragma once

#include <cstdint>

#include "mmasc/arith/convert.h"
#include "mmasc/text/number.h"

namespace mmasc {

struct RoundedNumber {
  std::uint64_t bits = 0;
  bool exact = false;      // the element is the number
  bool overflows = false;  // the number, rounded, is beyond the greatest
  // It is negative, and the element says so no more: NaN, or a zero without a sign.
  bool loses_sign = false;
};

// As convert() rounds, from as many digits as there are. Throws InputError where the format lacks
// what the number needs: a NaN, a sign, a zero.
RoundedNumber round_number(const WrittenNumber& number, const Format& format,
                           Conversion conversion = {});

}  // namespace mmasc
