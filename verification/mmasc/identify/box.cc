// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/box.h"

#include "mmasc/identify/sum_of.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/validate.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::identify {
namespace {

// The sum that d is of, whatever else the unit does.
Datapath plain_sum(const Unit& unit) {
  Datapath row;
  row.name = "unit";
  row.lanes = 1;
  for (int lanes = 1; lanes <= kMaxLanes; ++lanes)
    if (unit.products() % lanes == 0) row.lanes = lanes;
  row.sums = {sum_of("dot", {"products", "c"})};
  row.result.format = &unit.d();
  if (unit.d().is_integer()) row.result.overflow = Overflow::wrap;
  return row;
}

}  // namespace

Unit box_like(const Unit& unit) {
  if (!layout_of(unit).random.empty())
    throw RowError(unit.instruction.id,
                   "its roundings are stochastic; no row is identified with those");
  Unit box;
  Instruction& row = box.instruction;
  row.id = "box/unit";
  row.datapath = "unit";
  row.shape = {.m = 1, .n = {1, 1, 1}, .k = unit.instruction.shape.k};
  row.a = unit.instruction.a;
  row.b = unit.instruction.b;
  row.c = unit.instruction.c;
  row.scale = unit.instruction.scale;
  row.tensor_scale = unit.instruction.tensor_scale;
  row.sparsity = unit.instruction.sparsity;
  box.formats = unit.formats;
  box.datapath.result.format = &unit.d();
  box.datapath = plain_sum(unit);
  validate(box);
  return box;
}

Unit box_of(const std::string& formats) {
  const OperandLayout layout = parse_layout(formats, "--formats");
  Unit unit;
  unit.instruction.a = layout.format[Operand::a];
  unit.instruction.b = layout.format[Operand::b];
  unit.instruction.c = layout.format[Operand::c];
  unit.instruction.tensor_scale = layout.format[Operand::st];
  unit.instruction.shape.k = layout.k;
  unit.instruction.sparsity = layout.sparsity;
  if (layout.scale_block > 0)
    unit.instruction.scale = {layout.format[Operand::sa], layout.scale_block};
  unit.datapath.result.format = layout.format[Operand::d];
  return box_like(unit);
}

}  // namespace mmasc::identify
