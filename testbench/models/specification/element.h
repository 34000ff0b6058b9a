// SPDX-License-Identifier: Apache-2.0
// Elements of operands drawn for the oracles' tests, which know no row's fields.
#pragma once

#include <cstdint>

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/format.h"

namespace mmasc {

inline constexpr int kElementKinds = 3;  // the next is that of special ones

// Any bits, numbers near each other, or the ends of a format.
inline std::uint64_t element(Random& random, const Format& format, int kind) {
  const std::uint64_t any = random.next() & format.storage_mask();
  const std::uint64_t field = std::uint64_t((1 << format.exponent_bits) - 1)
                              << format.exponent_low();
  const int near = (1 << (format.exponent_bits - 1)) + random.between(-6, 4);
  switch (kind) {
    case 0:
      return any;
    case 1:
      return (any & ~field) | (std::uint64_t(near) << format.exponent_low() & field);
    case 2:
      return any & ~field;  // zeros and subnormal numbers
    default:
      return random.pick<std::uint64_t>({0, std::uint64_t{1} << format.sign_low(),
                                         std::uint64_t{1} << format.exponent_low(), field,
                                         field | std::uint64_t{1} << format.sign_low(),
                                         any & ~(std::uint64_t{7} << format.fraction_low())});
  }
}

}  // namespace mmasc
