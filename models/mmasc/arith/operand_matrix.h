// SPDX-License-Identifier: Apache-2.0
// Where the operands of one element of D stand in the matrices of a product.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/arith/matrix.h"
#include "mmasc/unit/operands.h"

namespace mmasc {

struct MatrixSize {
  std::int64_t rows = 0, columns = 0;
};

// The size of an operand's matrix where D is m x n and the operand has `along_k` elements along K.
MatrixSize size_of(Along along, std::int64_t m, std::int64_t n, std::int64_t along_k);

// Appends elements `first` to first + count along K of an operand of d[i, j]; beyond the end of K
// `padding`. An operand that belongs to an element of D, or to all of D, has one, at any `first`.
void append_elements(Along along, const MatrixView& matrix, std::int64_t i, std::int64_t j,
                     std::int64_t first, std::int64_t count, std::uint64_t padding,
                     std::vector<std::uint64_t>& to);

}  // namespace mmasc
