// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/operand_matrix.h"

namespace mmasc {
namespace {

void append_line(const MatrixView& matrix, std::int64_t row, std::int64_t first, std::int64_t count,
                 std::uint64_t padding, std::vector<std::uint64_t>& to) {
  for (std::int64_t i = first; i < first + count; ++i)
    to.push_back(i < matrix.columns ? load_element(matrix, row, i) : padding);
}

}  // namespace

MatrixSize size_of(Along along, std::int64_t m, std::int64_t n, std::int64_t along_k) {
  switch (along) {
    case Along::row:
      return {m, along_k};
    case Along::column:
      return {along_k, n};
    case Along::whole:
      return {1, 1};
    case Along::element:
    case Along::drawn:
      break;
  }
  return {m, n};
}

void append_elements(Along along, const MatrixView& matrix, std::int64_t i, std::int64_t j,
                     std::int64_t first, std::int64_t count, std::uint64_t padding,
                     std::vector<std::uint64_t>& to) {
  switch (along) {
    case Along::row:
      return append_line(matrix, i, first, count, padding, to);
    case Along::column:
      return append_line(matrix.transposed(), j, first, count, padding, to);
    case Along::whole:
      return to.push_back(load_element(matrix, 0, 0));
    case Along::element:
    case Along::drawn:
      return to.push_back(load_element(matrix, i, j));
  }
}

}  // namespace mmasc
