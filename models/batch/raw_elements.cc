// SPDX-License-Identifier: Apache-2.0
#include "batch/raw_elements.h"

#include <algorithm>
#include <cstring>

namespace mmasc::batch {
namespace {

// One line of whole-byte elements.
template <class Element>
void load_line(const std::byte* __restrict from, std::int64_t stride, std::int64_t count,
               std::uint32_t* __restrict raw) {
  const auto load = [&](std::int64_t step) {
    for (std::int64_t i = 0; i < count; ++i) {
      Element value;
      std::memcpy(&value, from + i * step, sizeof value);
      raw[i] = value;
    }
  };
  if (stride == sizeof(Element))
    load(sizeof(Element));  // known to the compiler: vectors
  else
    load(stride);
}

template <class Element>
void store_line(std::byte* to, std::int64_t stride, std::int64_t count, const std::uint32_t* raw) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<Element>(raw[i]);
    std::memcpy(to + i * stride, &value, sizeof value);
  }
}

template <class Byte>
bool has_whole_bytes(const BasicMatrix<Byte>& matrix) {
  return matrix.row_stride % 8 == 0 && matrix.column_stride % 8 == 0;
}

}  // namespace

void load_raw(const MatrixView& matrix, const Rectangle& part, std::int64_t pitch,
              std::uint32_t* raw) {
  const std::int64_t lines = std::min(part.lines, matrix.rows - part.first_line);
  const std::int64_t length =
      std::max<std::int64_t>(0, std::min(part.length, matrix.columns - part.first));
  const bool whole_bytes = has_whole_bytes(matrix);
  const int bits = matrix.element_bits;
  for (std::int64_t line = 0; line < part.lines; ++line, raw += pitch) {
    const std::int64_t count = line < lines ? length : 0;
    std::fill(raw + count, raw + pitch, 0);
    if (count == 0) continue;
    const std::int64_t row = part.first_line + line;
    if (whole_bytes && (bits == 8 || bits == 16 || bits == 32)) {
      const std::int64_t stride = matrix.column_stride / 8;
      const std::byte* from = matrix.data + row * (matrix.row_stride / 8) + part.first * stride;
      if (bits == 8)
        load_line<std::uint8_t>(from, stride, count, raw);
      else if (bits == 16)
        load_line<std::uint16_t>(from, stride, count, raw);
      else
        load_line<std::uint32_t>(from, stride, count, raw);
    } else {
      for (std::int64_t i = 0; i < count; ++i)
        raw[i] = static_cast<std::uint32_t>(load_element(matrix, row, part.first + i));
    }
  }
}

void store_raw(const MutableMatrix& matrix, const Rectangle& part, std::int64_t pitch,
               const std::uint32_t* raw) {
  const std::int64_t stride = matrix.column_stride / 8;
  for (std::int64_t line = 0; line < part.lines; ++line, raw += pitch) {
    std::byte* to =
        matrix.data + (part.first_line + line) * (matrix.row_stride / 8) + part.first * stride;
    if (matrix.element_bits <= 8)
      store_line<std::uint8_t>(to, stride, part.length, raw);
    else if (matrix.element_bits <= 16)
      store_line<std::uint16_t>(to, stride, part.length, raw);
    else if (matrix.element_bits <= 24)  // three bytes are its own, the fourth is not
      for (std::int64_t i = 0; i < part.length; ++i)
        store_element(matrix, part.first_line + line, part.first + i, raw[i]);
    else
      store_line<std::uint32_t>(to, stride, part.length, raw);
  }
}

}  // namespace mmasc::batch
