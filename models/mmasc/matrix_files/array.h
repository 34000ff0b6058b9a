// SPDX-License-Identifier: Apache-2.0
// The description of an array in a file, whichever kind of file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/formats.h"

namespace mmasc {

using ArrayShape = std::vector<std::int64_t>;

// The element types that are read, as the file spells them.
struct ElementType {
  std::string_view name;    // "<f4", "BF16"
  int bytes;                // of an element
  std::string_view format;  // empty: raw bits
  // Elements of fewer bits than a byte lie without a gap, also from row to row, element 0 in the
  // lowest bits of the first byte.
  bool is_packed = false;

  int bits() const;  // from one element to the next
};

struct ArrayHeader {
  ElementType type;
  bool column_major = false;  // Fortran order
  ArrayShape shape;
  std::uint64_t offset = 0;  // of element 0 in the file, in bytes

  const Format* format() const { return find_format(type.format); }  // null: raw bits
  std::uint64_t bytes() const;                                       // of all elements
};

// No dimension of what is read is larger: strides in bits stay far from overflow.
inline constexpr std::int64_t kMaxDimension = std::int64_t{1} << 48;

// The bytes of all elements; nullopt beyond 2^56, or where a dimension is beyond its bound.
std::optional<std::uint64_t> bytes_of(const ArrayShape& shape, int element_bytes);

std::string to_text(const ArrayShape& shape);  // "3 x 4"

}  // namespace mmasc
