// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/scales_of_one.h"

#include "mmasc/arith/operand_matrix.h"
#include "mmasc/arith/sequence_plan.h"

namespace mmasc {

ScalesOfOne::ScalesOfOne(const Unit& unit)
    : layout_(layout_but_random(unit)), depth_(unit.instruction.shape.k) {
  for (const Operand scale : kScales)
    if (layout_.has(scale)) ones_[scale] = one(*layout_.format[scale]);
}

MatrixView ScalesOfOne::matrix(Operand scale, std::int64_t m, std::int64_t n,
                               std::int64_t k) const {
  const OperandElements elements = layout_[scale];
  const int block = depth_ / elements.count;
  const auto [rows, columns] = size_of(row_of(scale).along, m, n, (k + block - 1) / block);
  return {.data = reinterpret_cast<const std::byte*>(&ones_[scale]),
          .rows = rows,
          .columns = columns,
          .row_stride = 0,
          .column_stride = 0,
          .element_bits = elements.format->storage_bits()};
}

}  // namespace mmasc
