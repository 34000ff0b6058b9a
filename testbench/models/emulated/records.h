// SPDX-License-Identifier: Apache-2.0
// Vectors as guests read them, and d as they write it: bytes, lowest first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mmasc/vectors/case.h"

namespace mmasc {

inline int bytes_of(const OperandElements& elements) {
  return elements.count * elements.format->storage_bits() / 8;
}

// Elements from the lowest bit on, as little-endian processors have them in memory.
inline void append(std::string& bytes, const Case::Elements& elements, int width) {
  unsigned __int128 held = 0;
  int bits = 0;
  for (const std::uint64_t element : elements) {
    held |= static_cast<unsigned __int128>(element) << bits;
    for (bits += width; bits >= 8; bits -= 8, held >>= 8) bytes += static_cast<char>(held);
  }
}

inline std::string records_of(std::span<const Case> cases, const OperandLayout& layout) {
  std::string bytes;
  for (const Case& row : cases)
    for (const Operand operand : {Operand::a, Operand::b, Operand::c})
      append(bytes, row[operand], layout[operand].format->storage_bits());
  return bytes;
}

inline std::vector<std::uint64_t> elements_of(const std::string& bytes, std::size_t size) {
  std::vector<std::uint64_t> elements(bytes.size() / size);
  for (std::size_t i = 0; i < elements.size() * size; ++i)
    elements[i / size] |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * (i % size);
  return elements;
}

}  // namespace mmasc
