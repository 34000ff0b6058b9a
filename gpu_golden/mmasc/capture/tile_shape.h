// SPDX-License-Identifier: Apache-2.0
// The counts and numbering of a tile's dot products and operands, for host and device code. The
// elements of one dot product have neighbouring numbers: A is numbered by rows, B by columns.
#pragma once

#include <cstdint>

#include "mmasc/unit/operands.h"

namespace mmasc {

struct Dot {
  int block = 0, row = 0, column = 0;
};

struct TileDims {
  struct Vectors {
    int length = 0;  // elements of one dot product; 0: there is no such operand
    Along along = Along::element;
  };

  int blocks = 1, m = 0, n = 0;
  PerInput<Vectors> inputs;

  constexpr int dots() const { return blocks * m * n; }
  constexpr Dot dot(int number) const { return {number / (m * n), number / n % m, number % n}; }

  constexpr int elements_of_vector(Operand operand) const { return inputs[operand].length; }
  constexpr int elements(Operand operand) const {
    return vectors(operand) * elements_of_vector(operand);
  }
  // The first element of a dot product.
  constexpr int first_element(Operand operand, const Dot& dot) const {
    return vector_of(operand, dot) * elements_of_vector(operand);
  }

 private:
  constexpr int vectors(Operand operand) const {
    switch (inputs[operand].along) {
      case Along::row:
        return blocks * m;
      case Along::column:
        return blocks * n;
      case Along::whole:
        return 1;
      case Along::element:
      case Along::drawn:
        break;
    }
    return dots();
  }
  constexpr int vector_of(Operand operand, const Dot& dot) const {
    switch (inputs[operand].along) {
      case Along::row:
        return dot.block * m + dot.row;
      case Along::column:
        return dot.block * n + dot.column;
      case Along::whole:
        return 0;
      case Along::element:
      case Along::drawn:
        break;
    }
    return (dot.block * m + dot.row) * n + dot.column;
  }
};

}  // namespace mmasc
