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
  row.sums = {sum_of("dot", {term_of("products"), term_of("c")})};
  row.result.format = &unit.d();
  if (unit.d().is_integer()) row.result.overflow = Overflow::wrap;
  return row;
}

}  // namespace

Unit box_of(const OperandLayout& layout) {
  if (!layout.random.empty())
    throw InputError("its roundings are stochastic; no row is identified with those");
  Unit box;
  box.instruction.id = "box/unit";
  box.instruction.datapath = "unit";
  box.instruction.shape = {.m = 1, .n = {1, 1, 1}};
  take_operands(layout, box);
  box.datapath = plain_sum(box);
  validate(box);
  return box;
}

Unit box_of(const std::string& formats) { return box_of(parse_layout(formats, "--formats")); }

}  // namespace mmasc::identify
