// SPDX-License-Identifier: Apache-2.0
#include "mmasc/measures/element_operands.h"

#include "mmasc/arith/random_fill.h"
#include "mmasc/unit/random_elements.h"

namespace mmasc {

DotOperands SliceOperands::view() const {
  DotOperands in;
  for (const OperandRow& input : kInputs) in[input.operand] = elements[input.operand];
  return in;
}

ElementOperands::ElementOperands(const Unit& unit, const InputSet& inputs,
                                 const InputFormats& formats, const GemmOptions& options)
    : unit_(unit),
      inputs_(inputs),
      formats_(formats),
      options_(options),
      widths_(random_widths(unit)) {}

std::int64_t ElementOperands::slices() const {
  const int depth = unit_.instruction.shape.k;
  return (inputs_[Operand::a].matrix().columns + depth - 1) / depth;
}

SliceOperands ElementOperands::slice(std::int64_t row, std::int64_t column, std::int64_t slice,
                                     std::uint64_t d) const {
  const auto& promotion = options_.promotion;
  const int depth = unit_.instruction.shape.k;
  const std::int64_t first = slice * depth, all = inputs_[Operand::a].matrix().columns;
  SliceOperands operands;
  auto& elements = operands.elements;
  if (promotion)
    elements[Operand::c] = {slice % promotion->interval == 0 ? 0 : d};
  else
    elements[Operand::c] = {slice == 0 ? inputs_[Operand::c].at(row, column) : d};
  for (std::int64_t k = first; k < first + depth; ++k) {
    elements[Operand::a].push_back(k < all ? inputs_[Operand::a].at(row, k) : 0);
    elements[Operand::b].push_back(k < all ? inputs_[Operand::b].at(column, k) : 0);
  }
  for (std::int64_t k = first; formats_.scale != nullptr && k < first + depth;
       k += formats_.scale_block) {
    const std::int64_t block = k / formats_.scale_block;
    const std::uint64_t unity = one(*formats_.scale);
    elements[Operand::sa].push_back(k < all ? inputs_[Operand::sa].at(row, block) : unity);
    elements[Operand::sb].push_back(k < all ? inputs_[Operand::sb].at(column, block) : unity);
  }
  append_random(widths_, options_.seed,
                static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint32_t>(column),
                static_cast<std::uint32_t>(slice), elements[Operand::random]);
  return operands;
}

}  // namespace mmasc
