// SPDX-License-Identifier: Apache-2.0
// Bits that stand somewhere in memory, the lowest first: where a register keeps a field.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mmasc {

struct BitPlace {
  const void* base = nullptr;
  int low = 0, width = 0;
  int bytes = 0;  // of the object at `base`

  bool bit(int position) const {
    const int at = low + position;
    return (static_cast<const unsigned char*>(base)[at / 8] >> at % 8 & 1) != 0;
  }
  // `count` bits from bit `from` of the place on; at most 64.
  std::uint64_t word(int from, int count) const {
    static_assert(std::endian::native == std::endian::little);
    const auto* at = static_cast<const unsigned char*>(base) + (low + from) / 8;
    const int shift = (low + from) % 8, bytes = (shift + count + 7) / 8;
    std::uint64_t value = 0;
    std::memcpy(&value, at, static_cast<std::size_t>(std::min(bytes, 8)));
    value >>= shift;
    if (bytes > 8) value |= std::uint64_t{at[8]} << (64 - shift);
    return value & (~std::uint64_t{0} >> (64 - count));
  }
};

// The place of an integer's lowest `width` bits.
template <class Integer>
BitPlace place_of(const Integer& value, int width) {
  return {&value, 0, width, static_cast<int>(sizeof value)};
}

}  // namespace mmasc
