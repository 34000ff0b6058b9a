// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy files, format versions 1.0, 2.0 and 3.0: a magic number, the version, the length of
// the header, and the header, a Python dict. It is parsed, never evaluated.
#pragma once

#include <array>

#include "mmasc/matrix_files/array.h"
#include "mmasc/matrix_files/input_file.h"

namespace mmasc {

// ml_dtypes writes its types as V1 and V2, float8_e5m2 as f1: the type is lost, the bits are not.
inline constexpr std::array kNpyTypes{
    ElementType{"|u1", 1, ""},    ElementType{"<u2", 2, ""},    ElementType{"<u4", 4, ""},
    ElementType{"<u8", 8, ""},    ElementType{"|V1", 1, ""},    ElementType{"<V1", 1, ""},
    ElementType{"<f1", 1, ""},    ElementType{"|V2", 2, ""},    ElementType{"<V2", 2, ""},
    ElementType{"<f2", 2, "f16"}, ElementType{"<f4", 4, "f32"}, ElementType{"<f8", 8, "f64"},
    ElementType{"|i1", 1, "s8"},  ElementType{"<i2", 2, "s16"}, ElementType{"<i4", 4, "s32"},
    ElementType{"<i8", 8, "s64"},
};

bool is_npy(const InputFile& file);  // it has the magic number

// Throws InputError where the header is wrong, or the file has not just the bytes that it says.
ArrayHeader read_npy_header(const InputFile& file);

// All before the elements of a rows x columns matrix in C order. f16, f32 and f64 are floats, s8,
// s16, s32 and s64 integers, other formats raw bits.
std::string npy_header(const Format& format, std::int64_t rows, std::int64_t columns);

}  // namespace mmasc
