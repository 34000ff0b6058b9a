// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/operand_layout.h"

#include <fmt/format.h>

#include "mmasc/unit/random_elements.h"

namespace mmasc {
namespace {

// "16x8,1x12": 16 elements of 8 bits, then one of 12.
std::string random_text(const std::vector<int>& widths) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < widths.size(); first = last) {
    while (last < widths.size() && widths[last] == widths[first]) ++last;
    text += fmt::format("{}{}x{}", text.empty() ? "" : ",", last - first, widths[first]);
  }
  return text;
}

// "2:4": keep:of, and :together where that is not 1.
std::string sparsity_text(const SparsityRow& sparsity) {
  const auto& [keep, of, together] = sparsity;
  const auto text = fmt::format("{}:{}", keep, of);
  return together == 1 ? text : fmt::format("{}:{}", text, together);
}

}  // namespace

OperandElements OperandLayout::operator[](Operand operand) const {
  const int products = sparsity ? k / sparsity->of * sparsity->keep : k;
  switch (operand) {
    case Operand::a:
      return {products, format[operand]};
    case Operand::b:
      return {k, format[operand]};
    case Operand::sa:
    case Operand::sb:
      return {scale_block > 0 ? k / scale_block : 0, format[operand]};
    case Operand::metadata:
      if (!sparsity) return {};
      return {products / sparsity->together, &metadata_format(*sparsity)};
    case Operand::random:
      return {static_cast<int>(random.size()), nullptr, random};
    case Operand::c:
    case Operand::st:
    case Operand::d:
      break;
  }
  return {format[operand] != nullptr ? 1 : 0, format[operand]};
}

OperandLayout layout_but_random(const Unit& unit) {
  const Instruction& row = unit.instruction;
  OperandLayout layout;
  layout.format = {
      {Operand::a, row.a}, {Operand::b, row.b}, {Operand::c, row.c}, {Operand::d, &unit.d()}};
  layout.k = row.shape.k;
  if (row.scale) {
    layout.format[Operand::sa] = layout.format[Operand::sb] = row.scale->format;
    layout.scale_block = row.scale->block;
  }
  layout.format[Operand::st] = row.tensor_scale;
  layout.sparsity = row.sparsity;
  return layout;
}

OperandLayout layout_of(const Unit& unit) {
  OperandLayout layout = layout_but_random(unit);
  layout.random = random_widths(unit);
  return layout;
}

void take_operands(const OperandLayout& layout, Unit& unit) {
  Instruction& row = unit.instruction;
  row.a = layout.format[Operand::a];
  row.b = layout.format[Operand::b];
  row.c = layout.format[Operand::c];
  row.shape.k = layout.k;
  row.scale.reset();
  if (layout.scale_block > 0) row.scale = {layout.format[Operand::sa], layout.scale_block};
  row.tensor_scale = layout.format[Operand::st];
  row.sparsity = layout.sparsity;
  unit.datapath.result.format = layout.format[Operand::d];
}

std::string to_text(const OperandLayout& layout) {
  std::string own, shared;  // of what every unit has; of the rest
  std::string_view last;
  for (const OperandRow& row : kOperands) {
    const Format* const format = layout.format[row.operand];
    if (format == nullptr || row.format == last) continue;
    last = row.format;
    (row.lacks.empty() ? own : shared) += fmt::format("{}={} ", row.format, format->name);
  }
  if (layout.scale_block > 0) shared += fmt::format("scale_block={} ", layout.scale_block);
  std::string text = fmt::format("{}{}k={}", own, shared, layout.k);
  if (layout.sparsity) text += " sparsity=" + sparsity_text(*layout.sparsity);
  if (!layout.random.empty()) text += " random=" + random_text(layout.random);
  return text;
}

std::string to_hex(std::span<const std::uint64_t> elements, const OperandElements& operand) {
  return operand.format ? to_hex(elements, *operand.format) : to_hex(elements, operand.widths);
}

std::vector<std::uint64_t> parse_elements(std::string_view hex, const OperandElements& operand,
                                          std::string_view name, HexCase hex_case) {
  return operand.format ? parse_elements(hex, *operand.format, operand.count, name, hex_case)
                        : parse_elements(hex, operand.widths, name, hex_case);
}

std::string lacks_text(const Unit& unit, Operand operand) {
  return fmt::format("{} {}", unit.instruction.id, row_of(operand).lacks);
}

}  // namespace mmasc
