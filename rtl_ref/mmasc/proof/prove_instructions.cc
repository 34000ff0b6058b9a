// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/prove_instructions.h"

#include <fmt/format.h>

#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc::proof {
namespace {

bool are_same(const Format* x, const Format* y) {
  return x == nullptr || y == nullptr ? x == y : *x == *y;
}

}  // namespace

void check_alike(const Sequence& x, const Sequence& y) {
  const Instruction &a = x.unit().instruction, &b = y.unit().instruction;
  for (const Operand operand : {Operand::a, Operand::b, Operand::c, Operand::d})
    if (!are_same(layout_of(x.unit())[operand].format, layout_of(y.unit())[operand].format))
      throw InputError(fmt::format("{} is of other formats in the two units; give two of the same",
                                   row_of(operand).name));
  if (!are_same(a.widen, b.widen) || !are_same(a.widen_c, b.widen_c))
    throw InputError("the units widen their operands otherwise; give two that do it alike");
  if (x.steps() != y.steps() || x.program().order != y.program().order ||
      (x.late_c_plan() == nullptr) != (y.late_c_plan() == nullptr))
    throw InputError(
        "the units take other steps, or in another order; give two that take the same");
}

InstructionProof prove_same(const Sequence& x, const Sequence& y, const ProofOptions& options) {
  check_alike(x, y);
  InstructionProof proof;
  proof.step = prove_same(x.plan(), y.plan(), options, StepKind{x.steps() == 1});
  if (x.late_c_plan() != nullptr)
    proof.late_c = prove_same(*x.late_c_plan(), *y.late_c_plan(), options, StepKind{true});
  return proof;
}

}  // namespace mmasc::proof
