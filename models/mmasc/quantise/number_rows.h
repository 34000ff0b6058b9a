// SPDX-License-Identifier: Apache-2.0
// Rows of a matrix of f32, f16 or bf16, as f32.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/arith/matrix.h"
#include "mmasc/quantise/kernels.h"

namespace mmasc {

// Throw InputError where the elements are not of such a format.
void check_number_format(const char* name, const Format& format);
void check_numbers(const char* name, const MatrixView& numbers, const Format& format);

class NumberRows {
 public:
  NumberRows(const MatrixView& numbers, const Format& format);

  // Points into the matrix or into `space`, which has an element for each column.
  const float* row(std::int64_t row, std::vector<float>& space) const;

  // Throws InputError that names the first NaN or infinity, of the transposed matrix where said.
  [[noreturn]] void refuse_special(const char* name, bool is_transposed) const;

 private:
  enum class Kind { f32, f16, bf16 };

  const MatrixView& numbers_;
  const QuantiseKernels& kernels_;
  Kind kind_;
  bool is_dense_;
};

}  // namespace mmasc
