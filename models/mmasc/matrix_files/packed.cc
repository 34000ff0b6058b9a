// SPDX-License-Identifier: Apache-2.0
// Packed rows: elements of less than 8 bits without a gap, element 0 in the lowest bits of a row's
// first byte, each row padded with zeros to a byte.
#include <fmt/format.h>

#include <charconv>

#include "mmasc/matrix_files/loader.h"

namespace mmasc {
namespace {

// "128x64"
ArrayShape parse_size(const MatrixSource& source) {
  std::int64_t rows = 0, columns = 0;
  const char* const end = source.packed.data() + source.packed.size();
  const auto first = std::from_chars(source.packed.data(), end, rows);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == 'x') {
    const auto second = std::from_chars(first.ptr + 1, end, columns);
    const bool whole = second.ec == std::errc() && second.ptr == end;
    if (whole && bytes_of({rows, columns}, 1)) return {rows, columns};
  }
  throw InputError(fmt::format("{}: shape \"{}\"; write rows x columns, as 128x64, or {}",
                               source.name, source.packed, kPackedBytes));
}

}  // namespace

// The shape of bytes, their columns as many elements as they hold.
ArrayShape Loader::size_of_bytes() const {
  const int bits = format_.storage_bits();
  if (header_.shape.size() != 2)
    throw error(
        fmt::format("{} bytes; packed rows without a shape are two-dimensional: give it, as "
                    "128x64",
                    to_text(header_.shape)));
  const std::int64_t all = 8 * header_.shape[1];
  if (all % bits != 0)
    throw error(fmt::format("rows of {} bytes are no whole number of {}; give the shape, as 128x64",
                            header_.shape[1], format_.name));
  return {header_.shape[0], all / bits};
}

Matrix Loader::load_packed() const {
  const bool is_known = source_.packed != kPackedBytes;
  if (format_.storage_bits() >= 8 || header_.format() != nullptr || header_.type.bytes != 1)
    throw error(
        fmt::format("packed rows are bytes (uint8) of elements of less than 8 bits, and "
                    "this is {} for {}; leave the shape out",
                    header_.type.name, format_.name));
  const ArrayShape size = is_known ? parse_size(source_) : size_of_bytes();
  const std::int64_t rows = size[0], columns = size[1];
  const ArrayShape two{rows, (format_.storage_bits() * columns + 7) / 8};
  const ArrayShape one{rows * two[1]};
  if (header_.shape != two && header_.shape != one)
    throw error(fmt::format("{} bytes; packed rows of {} x {} {} are {} bytes",
                            to_text(header_.shape), rows, columns, format_.name, to_text(two)));
  if (header_.column_major && header_.shape.size() == 2)
    throw error("packed rows in Fortran order; save np.ascontiguousarray(x)");
  const auto data = bytes();
  const auto view = packed_rows<const std::byte>(format_, data.get(), rows, columns);
  check_padding(view, two[1]);
  return {view, data};
}

// A wrong shape would show as bits behind the last element of a row.
void Loader::check_padding(const MatrixView& matrix, std::int64_t row_bytes) const {
  const std::int64_t used = matrix.column_stride * matrix.columns % 8;
  if (used == 0) return;
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    const std::byte last = matrix.data[(row + 1) * row_bytes - 1];
    if ((last >> used) != std::byte{0})
      throw error(fmt::format("bits behind the last element of packed row {}; is {} its shape?",
                              row, source_.packed));
  }
}

}  // namespace mmasc
