// SPDX-License-Identifier: Apache-2.0
// The counts and numbering of a tile's dot products and operands, for host and device code. The
// elements of one dot product have neighbouring numbers: A is numbered by rows, B by columns.
#pragma once

#include <cstdint>

#include "mmasc/unit/operands.h"

namespace mmasc {

// A capture draws the operands up to st; tile_maps() refuses units with others.
inline constexpr int kCaptured = static_cast<int>(Operand::st) + 1;

struct Dot {
  int block = 0, row = 0, column = 0;
};

struct TileDims {
  int blocks = 1, m = 0, n = 0, k = 0;
  int scales = 0;         // of a row of A or a column of B
  int tensor_scales = 0;  // 1 where all products of a tile are multiplied by one number

  constexpr int dots() const { return blocks * m * n; }
  constexpr Dot dot(int number) const { return {number / (m * n), number / n % m, number % n}; }

  constexpr int elements(Operand operand) const {
    return vectors(operand) * elements_of_vector(operand);
  }
  // The first element of a dot product.
  constexpr int first_element(Operand operand, const Dot& dot) const {
    switch (operand) {
      case Operand::a:
      case Operand::sa:
        return (dot.block * m + dot.row) * elements_of_vector(operand);
      case Operand::b:
      case Operand::sb:
        return (dot.block * n + dot.column) * elements_of_vector(operand);
      case Operand::st:
        return 0;
      default:
        break;
    }
    return (dot.block * m + dot.row) * n + dot.column;
  }
  constexpr int elements_of_vector(Operand operand) const {
    if (operand == Operand::c) return 1;
    if (operand == Operand::st) return tensor_scales;
    return operand == Operand::a || operand == Operand::b ? k : scales;
  }

 private:
  constexpr int vectors(Operand operand) const {
    if (operand == Operand::c) return dots();
    if (operand == Operand::st) return 1;
    return blocks * (operand == Operand::a || operand == Operand::sa ? m : n);
  }
};

}  // namespace mmasc
