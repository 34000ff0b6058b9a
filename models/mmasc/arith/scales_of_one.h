// SPDX-License-Identifier: Apache-2.0
// Scales of 1, for products that have none of their own on a unit that takes some.
#pragma once

#include "mmasc/arith/matrix.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {

class ScalesOfOne {
 public:
  explicit ScalesOfOne(const Unit& unit);

  // The matrix of a scale that the unit has, for a product of m x n x k: one element, everywhere.
  // Valid as long as this.
  MatrixView matrix(Operand scale, std::int64_t m, std::int64_t n, std::int64_t k) const;

 private:
  OperandLayout layout_;
  int depth_;                     // of an instruction
  PerInput<std::uint64_t> ones_;  // of the scales' formats, little-endian as matrices are
};

}  // namespace mmasc
