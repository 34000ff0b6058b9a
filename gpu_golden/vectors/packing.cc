// SPDX-License-Identifier: Apache-2.0
#include "vectors/packing.h"

#include <cassert>

namespace mmasc {

std::vector<std::uint8_t> pack_row(std::span<const std::uint64_t> elements, const Format& format) {
  std::vector<std::uint8_t> bytes(packed_bytes(elements.size(), format));
  std::size_t position = 0;
  for (const std::uint64_t element : elements) {
    assert(element <= format.storage_mask());
    for (int bit = 0; bit < format.storage_bits(); ++bit, ++position)
      bytes[position / 8] =
          static_cast<std::uint8_t>(bytes[position / 8] | (element >> bit & 1) << position % 8);
  }
  return bytes;
}

std::vector<std::uint64_t> unpack_row(std::span<const std::uint8_t> bytes, const Format& format,
                                      std::size_t count) {
  assert(bytes.size() >= packed_bytes(count, format));
  std::vector<std::uint64_t> elements(count);
  std::size_t position = 0;
  for (std::uint64_t& element : elements)
    for (int bit = 0; bit < format.storage_bits(); ++bit, ++position)
      element |= std::uint64_t{bytes[position / 8] >> position % 8 & 1u} << bit;
  return elements;
}

}  // namespace mmasc
