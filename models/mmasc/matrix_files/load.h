// SPDX-License-Identifier: Apache-2.0
// Matrices out of files, in the format that a unit takes them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/arith/convert.h"
#include "mmasc/arith/matrix.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/matrix_files/array.h"
#include "mmasc/matrix_files/input_file.h"

namespace mmasc {

// The shape of packed rows that follows from their bytes, all of whose bits are elements'.
inline constexpr std::string_view kPackedBytes = "packed";

struct MatrixSource {
  std::string name;      // for errors: "A"
  std::string file;      // x.npy, x.safetensors (of one tensor) or x.safetensors:tensor
  std::string packed{};  // "128x64": rows and columns of packed rows; or kPackedBytes; empty: not
  bool transposed = false;   // the file has the transpose
  bool are_indices = false;  // not numbers: they are never rounded
  std::string_view mend = "give --convert to have them rounded";  // of elements in another format
};

struct LoadOptions {
  std::optional<Conversion> convert;  // none: elements must be in the format
  bool is_exact = false;              // integers that `convert` would round are refused
  bool are_finite = false;            // the file's NaN and infinities are refused
  std::function<void()> tick;         // called now and then; what it throws comes out
};

// A matrix and what keeps the memory that it looks into.
struct Matrix {
  MatrixView view;
  std::shared_ptr<const void> memory;
};

Matrix as_matrix(OwnedMatrix owned);

// Elements are taken as they are where the file has raw bits of element_bytes(format), packed rows,
// or the format itself, or one of which the format ignores bits: e4m3 is ue4m3 too, whose sign does
// not count, and f32 is tf32, unless `convert` has its low bits rounded off. They stay in the file,
// which is mapped: it may be larger than memory, and must not change while the matrix is used.
// Everything else is converted where `convert` says so, and refused where not. Throws InputError,
// EnvironmentError.
Matrix load_matrix(const MatrixSource& source, const Format& format, const LoadOptions& options);

// Numbers as the file has them: f32, f16 or bf16 (raw bits of 2 bytes are bf16, which .npy has no
// type for). Throws InputError for other elements.
struct Numbers {
  Matrix matrix;
  const Format* format = nullptr;
};
Numbers load_numbers(const MatrixSource& source, const LoadOptions& options);

// The same for a file whose header was read.
Matrix load_matrix(const InputFile& file, const ArrayHeader& header, const MatrixSource& source,
                   const Format& format, const LoadOptions& options);

// Whether a text is the name of such a file, not operands as typed.
bool names_matrix_file(std::string_view text);

}  // namespace mmasc
