// SPDX-License-Identifier: Apache-2.0
// Matrices of raw elements in memory: dense or packed to the bit, in any order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mmasc/unit/format.h"

namespace mmasc {

// Element (row, column) is the `element_bits` bits from bit `row * row_stride + column *
// column_stride` on; bit i is bit i mod 8 of the byte data[i / 8].
template <class Byte>
struct BasicMatrix {
  Byte* data = nullptr;
  std::int64_t rows = 0, columns = 0;
  std::int64_t row_stride = 0, column_stride = 0;  // in bits
  int element_bits = 0;                            // at most 64

  constexpr BasicMatrix transposed() const {
    return {.data = data,
            .rows = columns,
            .columns = rows,
            .row_stride = column_stride,
            .column_stride = row_stride,
            .element_bits = element_bits};
  }
  constexpr operator BasicMatrix<const Byte>() const {
    return {.data = data,
            .rows = rows,
            .columns = columns,
            .row_stride = row_stride,
            .column_stride = column_stride,
            .element_bits = element_bits};
  }
};
using MatrixView = BasicMatrix<const std::byte>;
using MutableMatrix = BasicMatrix<std::byte>;

// Bytes of an element that is not packed: the least of 1, 2, 4 and 8 that hold the format.
constexpr int element_bytes(const Format& format) {
  int bytes = 1;
  while (8 * bytes < format.storage_bits()) bytes *= 2;
  return bytes;
}

// Rows one after the other, `leading_dimension` elements from one to the next (0: `columns`), each
// element in element_bytes(format) bytes.
template <class Byte>
constexpr BasicMatrix<Byte> row_major(const Format& format, Byte* data, std::int64_t rows,
                                      std::int64_t columns, std::int64_t leading_dimension = 0) {
  const int bits = 8 * element_bytes(format);
  const std::int64_t stride = leading_dimension != 0 ? leading_dimension : columns;
  return {.data = data,
          .rows = rows,
          .columns = columns,
          .row_stride = bits * stride,
          .column_stride = bits,
          .element_bits = format.storage_bits()};
}

// Columns one after the other.
template <class Byte>
constexpr BasicMatrix<Byte> column_major(const Format& format, Byte* data, std::int64_t rows,
                                         std::int64_t columns, std::int64_t leading_dimension = 0) {
  return row_major(format, data, columns, rows, leading_dimension != 0 ? leading_dimension : rows)
      .transposed();
}

// Rows of elements without a gap, element 0 in the lowest bits, each row padded to a byte.
template <class Byte>
constexpr BasicMatrix<Byte> packed_rows(const Format& format, Byte* data, std::int64_t rows,
                                        std::int64_t columns) {
  const int bits = format.storage_bits();
  return {.data = data,
          .rows = rows,
          .columns = columns,
          .row_stride = (bits * columns + 7) / 8 * 8,
          .column_stride = bits,
          .element_bits = bits};
}

// Touches only the bytes that hold bits of the element.
constexpr std::uint64_t load_element(const MatrixView& matrix, std::int64_t row,
                                     std::int64_t column) {
  const std::int64_t first = row * matrix.row_stride + column * matrix.column_stride;
  const std::int64_t end = first + matrix.element_bits;
  std::uint64_t bits = 0;
  for (std::int64_t byte = first >> 3; byte << 3 < end; ++byte) {
    const auto value = static_cast<std::uint64_t>(matrix.data[byte]);
    const std::int64_t place = (byte << 3) - first;
    bits |= place >= 0 ? value << place : value >> -place;
  }
  return matrix.element_bits == 64 ? bits : bits & ((std::uint64_t{1} << matrix.element_bits) - 1);
}

// The element must begin at a byte, and has its last one to itself.
constexpr void store_element(const MutableMatrix& matrix, std::int64_t row, std::int64_t column,
                             std::uint64_t bits) {
  std::byte* byte = matrix.data + ((row * matrix.row_stride + column * matrix.column_stride) >> 3);
  for (int place = 0; place < matrix.element_bits; place += 8)
    *byte++ = static_cast<std::byte>(bits >> place);
}

}  // namespace mmasc
