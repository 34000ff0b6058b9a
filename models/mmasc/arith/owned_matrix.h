// SPDX-License-Identifier: Apache-2.0
// A matrix with its memory, rows one after the other; at first every bit is 0.
#pragma once

#include <span>
#include <vector>

#include "mmasc/arith/matrix.h"

namespace mmasc {

class OwnedMatrix {
 public:
  // Throws InputError where it is too large to address, std::bad_alloc where there is not so much
  // memory. `name` is for the error.
  OwnedMatrix(const Format& format, std::int64_t rows, std::int64_t columns, const char* name);

  const MutableMatrix& matrix() const { return matrix_; }
  std::span<const std::byte> bytes() const { return bytes_; }
  std::uint64_t at(std::int64_t row, std::int64_t column) const {
    return load_element(matrix_, row, column);
  }

 private:
  std::vector<std::byte> bytes_;
  MutableMatrix matrix_;
};

}  // namespace mmasc
