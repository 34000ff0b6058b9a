// SPDX-License-Identifier: Apache-2.0
// Matrices of the host's own floats or doubles, rows one after the other.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "mmasc/arith/matrix.h"
#include "mmasc/unit/formats.h"

namespace mmasc {

template <class Number>
struct HostMatrix {
  std::int64_t rows = 0, columns = 0;
  std::vector<Number> values;

  HostMatrix(std::int64_t m, std::int64_t n)
      : rows(m), columns(n), values(static_cast<std::size_t>(m * n)) {}
  Number& at(std::int64_t i, std::int64_t j) {
    return values[static_cast<std::size_t>(i * columns + j)];
  }
  Number at(std::int64_t i, std::int64_t j) const {
    return values[static_cast<std::size_t>(i * columns + j)];
  }
  MatrixView view() const {
    return row_major(format(), reinterpret_cast<const std::byte*>(values.data()), rows, columns);
  }
  MutableMatrix view() {
    return row_major(format(), reinterpret_cast<std::byte*>(values.data()), rows, columns);
  }

 private:
  static const Format& format() {
    return format_named(std::is_same_v<Number, double> ? "f64" : "f32");
  }
};

using Doubles = HostMatrix<double>;
using Floats = HostMatrix<float>;

}  // namespace mmasc
