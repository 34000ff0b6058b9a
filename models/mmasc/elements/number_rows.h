// SPDX-License-Identifier: Apache-2.0
// Rows of a matrix of f32, f16 or bf16, as f32.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/arith/matrix.h"
#include "mmasc/elements/kernels.h"

namespace mmasc {

// The formats that numbers to be quantised have, and products of quantised matrices.
struct NumberFormat {
  std::string_view name;
  void (*QuantiseKernels::*widen)(const std::uint16_t*, std::int64_t, float*) = nullptr;  // to f32
};
inline constexpr std::array kNumberFormats{NumberFormat{"f32"},
                                           NumberFormat{"f16", &QuantiseKernels::from_f16},
                                           NumberFormat{"bf16", &QuantiseKernels::from_bf16}};
const NumberFormat* find_number_format(std::string_view name);  // null where it is none
std::string number_formats_text();                              // "f32, f16 or bf16"

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
  const MatrixView& numbers_;
  const QuantiseKernels& kernels_;
  void (*widen_)(const std::uint16_t* bits, std::int64_t count, float* x);  // null: they are f32
  bool is_dense_;
};

}  // namespace mmasc
