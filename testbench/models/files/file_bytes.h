// SPDX-License-Identifier: Apache-2.0
// Files made by hand, and matrices read out of them.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/matrix_files/load.h"
#include "mmasc/matrix_files/npy.h"
#include "mmasc/matrix_files/safetensors.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "thrown.h"

namespace mmasc {

// The low `bytes` bytes of each, little-endian.
inline std::string little_endian(const std::vector<std::uint64_t>& values, int bytes) {
  std::string text;
  for (const std::uint64_t value : values)
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

inline std::string floats(const std::vector<float>& values) {
  std::vector<std::uint64_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return little_endian(bits, 4);
}

// As NumPy writes it; `version` 2 and 3 have a longer length.
inline std::string npy(const std::string& dict, const std::string& data, int version = 1) {
  std::string header = dict;
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' +
         little_endian({header.size()}, version == 1 ? 2 : 4) + header + data;
}

inline std::string npy(const std::string& descr, const std::string& shape, const std::string& data,
                       bool fortran = false) {
  return npy("{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                 ", 'shape': " + shape + ", }",
             data);
}

inline std::string safetensors(const std::string& header, const std::string& data) {
  return little_endian({header.size()}, 8) + header + data;
}

inline std::string tensor(const std::string& name, const std::string& dtype,
                          const std::string& shape, std::size_t begin, std::size_t end) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
         ",\"data_offsets\":[" + std::to_string(begin) + "," + std::to_string(end) + "]}";
}

inline Matrix load_npy(const std::string& bytes, const Format& format,
                       const MatrixSource& source = {"A", "", "", false},
                       const LoadOptions& options = {}) {
  const InputFile file("x.npy", bytes);
  return load_matrix(file, read_npy_header(file), source, format, options);
}

inline Matrix load_safetensors(const std::string& bytes, const std::string& tensor,
                               const Format& format, const LoadOptions& options = {}) {
  const InputFile file("x.safetensors", bytes);
  return load_matrix(file, read_safetensors_header(file, tensor), {"A", "", "", false}, format,
                     options);
}

// Row after row.
inline std::vector<std::uint64_t> elements_of(const Matrix& matrix) {
  std::vector<std::uint64_t> elements;
  for (std::int64_t row = 0; row < matrix.view.rows; ++row)
    for (std::int64_t column = 0; column < matrix.view.columns; ++column)
      elements.push_back(load_element(matrix.view, row, column));
  return elements;
}

inline const Format& format(std::string_view name) { return *find_format(name); }

// Expects `read` to throw an InputError that has `part` in it.
template <class Read>
void expect_error(Read read, const std::string& part) {
  const std::string error = error_of<InputError>(read);
  EXPECT_NE(error.find(part), std::string::npos) << error << "\nexpected: " << part;
  EXPECT_EQ(error.find('\n'), std::string::npos);
}

}  // namespace mmasc
