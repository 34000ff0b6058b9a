// SPDX-License-Identifier: Apache-2.0
// Raw elements of a matrix, line by line, as the kernels decode them.
#pragma once

#include <cstdint>
#include <span>

#include "mmasc/arith/matrix.h"

namespace mmasc {

// A rectangle of a matrix: `lines` lines of `length` elements, beginning at (first_line, first).
// Lines are the matrix's rows; a transposed view has columns for rows.
struct Rectangle {
  std::int64_t first_line = 0, first = 0;
  std::int64_t lines = 0, length = 0;
};

// Writes each line to `pitch` words of 32 or 64 bits, which hold an element. Words beyond the
// matrix, or beyond `length`, are zero.
template <class Word>
void load_raw(const MatrixView& matrix, const Rectangle& part, std::int64_t pitch, Word* raw);

// Writes the rectangle's elements, which lie within the matrix.
template <class Word>
void store_raw(const MutableMatrix& matrix, const Rectangle& part, std::int64_t pitch,
               const Word* raw);

}  // namespace mmasc
