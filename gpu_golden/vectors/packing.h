// SPDX-License-Identifier: Apache-2.0
// Operands as memory holds them: element i in bits [i*w, (i+1)*w) of a row, w the format's storage
// bits, bit j of the row being bit j%8 of byte j/8. Rows are padded with zeros to a whole byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spec/format.h"

namespace mmasc {

constexpr std::size_t packed_bytes(std::size_t elements, const Format& format) {
  return (elements * static_cast<std::size_t>(format.storage_bits()) + 7) / 8;
}

std::vector<std::uint8_t> pack_row(std::span<const std::uint64_t> elements, const Format& format);

// `bytes` holds at least packed_bytes(count, format); padding is not looked at.
std::vector<std::uint64_t> unpack_row(std::span<const std::uint8_t> bytes, const Format& format,
                                      std::size_t count);

}  // namespace mmasc
