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

#include <cstdint>
#include <vector>

#include "arith/owned_matrix.h"
#include "spec/progress.h"

namespace mmasc {

class SplitMatrix {
 public:
  // Lines are the rows of `lines`, elements of `format`, f64 or f32. Throws InputError where one is
  // NaN or infinite; `name` and whether lines are columns of it are for the error. `progress` is
  // called with (0, 0) meanwhile, as by slices().
  SplitMatrix(const MatrixView& lines, const Format& format, const char* name, bool are_columns,
              const Progress& progress = {});

  std::int64_t lines() const { return lines_; }
  std::int64_t length() const { return length_; }
  int scale(std::int64_t line) const { return scales_[static_cast<std::size_t>(line)]; }
  double at(std::int64_t line, std::int64_t k) const {
    return values_[static_cast<std::size_t>(line * length_ + k)];
  }
  // Slices of b bits after which nothing is left; 0: every element is zero.
  int all_slices(int bits) const { return (span_ + bits - 1) / bits; }
  // Slices 1 to `count` side by side in each line, the last first where `backwards`; their integers
  // times 2^unit in `format`.
  OwnedMatrix slices(int count, int bits, const Format& format, int unit, bool backwards,
                     int threads, const Progress& progress = {}) const;
  // Magnitudes times 2^-scale, below 1 or 1, cut to f32.
  OwnedMatrix scaled_magnitudes() const;

 private:
  std::int64_t lines_, length_;
  std::vector<double> values_;
  std::vector<int> scales_;
  int span_ = 0;  // bits from a line's scale down to the last one of an element
};

// D_p of x, where 2^scale is x's line's.
std::int64_t slice_digit(double x, int scale, int p, int bits);

}  // namespace mmasc
