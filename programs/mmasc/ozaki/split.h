// SPDX-License-Identifier: Apache-2.0
// The error-free splitting of a matrix of doubles into slices of small integers.
//
// Line i (a row of A, a column of B) has a scale, the least s with |x| <= 2^s for all its elements.
// Slice p = 1, 2, ... of b bits has the integers D_p(x) of magnitude at most 2^(b-1), and
//
//     x = sum over p of D_p(x) * 2^(s + 1 - p * b)
//
// where D_1, ..., D_p together are x rounded to the nearest multiple of 2^(s + 1 - p * b). All is
// computed with integers, so that no rounding mode counts.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "mmasc/arith/owned_matrix.h"
#include "mmasc/unit/progress.h"

namespace mmasc {

enum class Lines { rows, columns };

class SplitMatrix {
 public:
  // Splits a matrix of `format`, f64 or f32. Throws InputError where an element is NaN or infinite;
  // `name` is for the error. `progress` is called with (0, 0) meanwhile, as by slices().
  SplitMatrix(const MatrixView& matrix, Lines lines, const Format& format, const char* name,
              const Progress& progress = {});

  std::int64_t lines() const { return are_rows_ ? rows_ : columns_; }
  std::int64_t length() const { return are_rows_ ? columns_ : rows_; }
  int scale(std::int64_t line) const { return scales_[static_cast<std::size_t>(line)]; }
  double at(std::int64_t row, std::int64_t column) const {
    return std::bit_cast<double>(values_[static_cast<std::size_t>(row * columns_ + column)]);
  }
  // Slices of b bits after which nothing is left; 0: every element is zero.
  int all_slices(int bits) const { return (span_ + bits - 1) / bits; }
  // Slices 1 to `count`, their integers times 2^unit in `format`: of rows side by side, the first
  // one left; of columns one above the other, the last one on top.
  OwnedMatrix slices(int count, int bits, const Format& format, int unit, int threads,
                     const Progress& progress = {}) const;
  // Magnitudes times 2^-scale, below 1 or 1, cut to f32.
  OwnedMatrix scaled_magnitudes() const;

 private:
  int scale_at(std::int64_t row, std::int64_t column) const {
    return scale(are_rows_ ? row : column);
  }
  void copy(const MatrixView& matrix, const Format& format, const Progress& progress);
  void find_scales(const char* name, const Progress& progress);

  std::int64_t rows_, columns_;
  bool are_rows_;
  std::vector<std::uint64_t> values_;  // doubles, row by row
  std::vector<int> scales_;
  int span_ = 0;  // bits from a line's scale down to the last one of an element
};

// D_p of x, where 2^scale is x's line's.
std::int64_t slice_digit(double x, int scale, int p, int bits);

}  // namespace mmasc
