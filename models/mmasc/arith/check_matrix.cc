// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/check_matrix.h"

#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

std::string size_text(std::int64_t rows, std::int64_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

// A dimension: elements, and bits from one to the next.
struct Steps {
  std::int64_t count, bits;
};

}  // namespace

void check_matrix(std::string_view name, const MatrixView& matrix, std::int64_t rows,
                  std::int64_t columns, const Format& format) {
  const auto fail = [&](const std::string& what) {
    throw InputError(std::string(name) + " " + what);
  };
  if (matrix.rows < 0 || matrix.columns < 0)
    fail("has a negative size, " + size_text(matrix.rows, matrix.columns));
  if (matrix.rows != rows || matrix.columns != columns)
    fail("is " + size_text(matrix.rows, matrix.columns) + ", not " + size_text(rows, columns));
  if (matrix.element_bits != format.storage_bits())
    fail("has elements of " + std::to_string(matrix.element_bits) + " bits; " +
         std::string(format.name) + " has " + std::to_string(format.storage_bits()));
  if (rows == 0 || columns == 0) return;
  if (matrix.data == nullptr) fail("has no data");
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
  const auto reaches = [&](std::int64_t count, std::int64_t stride) {
    return stride != 0 && count > kMost / (stride < 0 ? -stride : stride);
  };
  if (matrix.row_stride < -kMost || matrix.column_stride < -kMost ||
      reaches(rows, matrix.row_stride) || reaches(columns, matrix.column_stride))
    fail("reaches beyond all memory; look at its strides");
}

void check_result(std::string_view name, const MutableMatrix& matrix, std::int64_t rows,
                  std::int64_t columns, const Format& format) {
  check_matrix(name, matrix, rows, columns, format);
  if (matrix.row_stride % 8 != 0 || matrix.column_stride % 8 != 0)
    throw InputError(std::string(name) + std::string(" has elements that do not begin at a byte"));
}

bool elements_overlap(const MutableMatrix& matrix) {
  const std::int64_t width = (matrix.element_bits + 7) / 8 * 8;
  Steps few{matrix.rows, std::abs(matrix.row_stride)};
  Steps many{matrix.columns, std::abs(matrix.column_stride)};
  if (few.count > many.count) std::swap(few, many);
  if (few.count <= 0) return false;
  if (many.count > 1 && many.bits < width) return true;
  if (few.count == 1) return false;
  if (few.bits < width) return true;
  // i steps of the one and j of the other, in opposite directions, may lead next to each other.
  for (std::int64_t i = 1; i < few.count; ++i)
    for (std::int64_t j = i * few.bits / many.bits, end = j + 2; j < end; ++j)
      if (j > 0 && j < many.count && std::abs(i * few.bits - j * many.bits) < width) return true;
  return false;
}

}  // namespace mmasc
