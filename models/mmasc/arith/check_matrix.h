// SPDX-License-Identifier: Apache-2.0
// Checks of a product's matrices. Each function throws InputError that begins with the name.
#pragma once

#include <string_view>

#include "mmasc/arith/matrix.h"

namespace mmasc {

// Checks the size, the width of the elements and the memory.
void check_matrix(std::string_view name, const MatrixView& matrix, std::int64_t rows,
                  std::int64_t columns, const Format& format);

// Checks the same of a matrix that is written, and that each of its elements begins at a byte.
void check_result(std::string_view name, const MutableMatrix& matrix, std::int64_t rows,
                  std::int64_t columns, const Format& format);

// Whether two elements of a result share a byte. All of the matrix is within memory.
bool elements_overlap(const MutableMatrix& matrix);

}  // namespace mmasc
