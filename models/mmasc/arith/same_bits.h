// SPDX-License-Identifier: Apache-2.0
// The one predicate by which results are compared.
#pragma once

#include "mmasc/arith/multiplier.h"

namespace mmasc {

// The number that an element's bits are, as an operand decodes.
constexpr auto number_of(const Format& format, std::uint64_t bits) {
  constexpr int kIndexBits = 16;
  return unpack<Numbers64>(format, Flush::none, bits & format.storage_mask(), kIndexBits);
}

constexpr bool is_nan(const Format& format, std::uint64_t bits) {
  return number_of(format, bits).nan != 0;
}

// `any_nan`: only the NaN-ness of results is known, not their payload. No tolerance otherwise.
constexpr bool same_bits(const Format& format, std::uint64_t x, std::uint64_t y, bool any_nan) {
  return x == y || (any_nan && is_nan(format, x) && is_nan(format, y));
}

}  // namespace mmasc
