// SPDX-License-Identifier: Apache-2.0
// One operand of a study on its way to elements: where its numbers are from, and which of them
// share a scale.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "mmasc/inputs/draw.h"
#include "mmasc/inputs/input_set.h"
#include "mmasc/matrix_files/load.h"

namespace mmasc {

using Tick = std::function<void()>;

// An operand: `outer` rows of A or columns of B, each of k elements; C's are rows of n.
struct Side {
  const char* name;
  std::string text;  // of the study; a file's whole path
  const Format& format;
  std::int64_t outer, k;
  bool transposed;  // in files
  DrawKey key;

  // Elements as they are: of files in the format itself, and random bits.
  bool is_raw(Quantise quantise) const;
};
// Of operand a, b or c.
Side side_of(Operand operand, const InputRow& row, const InputFormats& formats,
             const InputShape& shape, std::uint64_t seed, int repetition);

// Which elements of a format share a scale.
Quantise quantise_of(const InputRow& row, const InputFormats& formats, const Format& format);

void tick_now_and_then(const Tick& tick, std::int64_t row);

template <class F>
void for_each_place(const Side& side, const Tick& tick, F&& f) {
  for (std::int64_t outer = 0; outer < side.outer; ++outer) {
    tick_now_and_then(tick, outer);
    for (std::int64_t k = 0; k < side.k; ++k) f(outer, k);
  }
}

// Rounded to the format where the file has another; `is_exact`: an integer never is. Throws
// InputError where an element of the file is NaN or infinite.
Matrix load_file(const Side& side, const Format& format, bool is_exact, const Tick& tick);
// The numbers before quantising, row by row.
std::vector<double> numbers_of(const InputRow& row, const Side& side, const Tick& tick);

// The rows and columns that share a scale.
struct Patch {
  std::int64_t rows, columns;
};
Patch patch_of(Quantise quantise, int block);

// Calls f(first_row, end_row, first_column, end_column, greatest magnitude) patch by patch.
template <class F>
void for_each_patch(const Side& side, const Patch& patch, const std::vector<double>& numbers,
                    const Tick& tick, F&& f) {
  const auto end = [](std::int64_t first, std::int64_t step, std::int64_t all) {
    return step >= all - first ? all : first + step;
  };
  for (std::int64_t row = 0, row_end = 0; row < side.outer; row = row_end) {
    row_end = end(row, patch.rows, side.outer);
    tick_now_and_then(tick, row);
    for (std::int64_t column = 0, column_end = 0; column < side.k; column = column_end) {
      column_end = end(column, patch.columns, side.k);
      double greatest = 0;
      for (std::int64_t i = row; i < row_end; ++i)
        for (std::int64_t k = column; k < column_end; ++k)
          greatest =
              std::max(greatest, std::fabs(numbers[static_cast<std::size_t>(i * side.k + k)]));
      f(row, row_end, column, column_end, greatest);
    }
  }
}

}  // namespace mmasc
