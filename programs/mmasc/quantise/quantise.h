// SPDX-License-Identifier: Apache-2.0
// Matrices quantised with scales of blocks, at memory speed: the elements' definition is
// quantised() of element.h, the scales' that of scheme.h. Threads and order in memory change no
// bit. docs/fp8.md explains it to users.
#pragma once

#include <cstdint>

#include "mmasc/arith/matrix.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/quantise/scheme.h"
#include "mmasc/unit/progress.h"

namespace mmasc {

struct QuantiseOptions {
  const char* name = "the matrix";  // for errors
  // A block with a NaN or an infinity: false: refused; true: its scale is NaN, its elements are NaN
  // or, in a format without one, 0.
  bool nan_blocks = false;
  int threads = 0;         // at most so many; 0: one for each processor
  Progress progress = {};  // of rows (or columns, where these lie one after the other)
};

// Numbers in f32, f16 or bf16. `scales` has an element for each block, `elements` for each number.
struct QuantiseProblem {
  MatrixView numbers;
  const Format* format = nullptr;  // of the numbers
  MutableMatrix elements, scales;  // at bytes of their own
};

// Returns the tensor's scale, 1 where the scheme has none. Throws InputError where shapes or
// formats do not fit, or a number is NaN or infinite.
float quantise(const QuantiseProblem& problem, const QuantiseScheme& scheme,
               const QuantiseOptions& options = {});

// How many scales a matrix has.
struct ScaleCount {
  std::int64_t rows = 0, columns = 0;
};
ScaleCount scale_count(const BlockShape& block, std::int64_t rows, std::int64_t columns);

// With memory of its own, in the order of the numbers' memory.
class QuantisedMatrix {
 public:
  QuantisedMatrix(const MatrixView& numbers, const Format& format, const QuantiseScheme& scheme,
                  const QuantiseOptions& options = {});

  MatrixView elements() const { return in_order(elements_); }
  MatrixView scales() const { return in_order(scales_); }
  float tensor_scale() const { return tensor_scale_; }

 private:
  MutableMatrix in_order(const OwnedMatrix& matrix) const {
    return is_transposed_ ? matrix.matrix().transposed() : matrix.matrix();
  }

  bool is_transposed_;
  OwnedMatrix elements_, scales_;
  float tensor_scale_ = 1;
};

}  // namespace mmasc
