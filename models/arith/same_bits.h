// SPDX-License-Identifier: Apache-2.0
// The one predicate by which results are compared.
#pragma once

#include "arith/convert.h"

namespace mmasc {

// `any_nan`: only the NaN-ness of results is known, not their payload. No tolerance otherwise.
inline bool same_bits(const Format& format, std::uint64_t x, std::uint64_t y, bool any_nan) {
  return x == y || (any_nan && decode(format, x).nan && decode(format, y).nan);
}

}  // namespace mmasc
