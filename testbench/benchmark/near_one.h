// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mmasc/stimulus/element_bits.h"

namespace mmasc {

// A number whose exponent is one of `exponents` up to 0, so that nothing is idle; any integer.
inline std::uint64_t near_one(Random& random, const Format& format, int exponents) {
  return format.is_integer() ? uniform_bits(random, format)
                             : number_bits(random, format, -random.below(exponents));
}

}  // namespace mmasc
