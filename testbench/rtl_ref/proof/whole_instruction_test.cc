// SPDX-License-Identifier: Apache-2.0
// Which elements of an instruction its steps take.
#include "mmasc/proof/whole_instruction.h"

#include <gtest/gtest.h>

#include <set>

#include "arith/operands.h"
#include "mmasc/arith/steps.h"
#include "mmasc/unit/catalog.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

std::uint64_t widened_element(const SequencePlan& program, Operand operand, std::uint64_t bits) {
  if (operand == Operand::a) return widened<Numbers128>(program.a, bits);
  if (operand == Operand::b) return widened<Numbers128>(program.b, bits);
  return bits;
}

void expect_places(const Unit& unit) {
  const Sequence sequence(unit);
  const SequencePlan& program = sequence.program();
  const Case row = random_operands(unit, 1);
  for (int step = 0; step < program.steps + program.additions(); ++step) {
    const bool is_addition = step == program.steps;
    const Operands taken =
        is_addition ? sequence.late_c(view(row), 0) : sequence.step(step, view(row), 0);
    for (const OperandRow& input : kInputs) {
      if (input.operand == Operand::c) continue;
      if (is_addition && input.operand != Operand::random) continue;
      const auto elements = taken[input.operand];
      for (int i = 0; i < elements.size(); ++i) {
        const std::size_t place =
            proof::place_of(program, step, input.operand, static_cast<std::size_t>(i));
        ASSERT_LT(place, row[input.operand].size()) << unit.instruction.id;
        ASSERT_EQ(elements[i], widened_element(program, input.operand, row[input.operand][place]))
            << unit.instruction.id << " " << input.name << " " << i << " of step " << step;
      }
    }
  }
}

TEST(PlaceOf, IsWhereAStepTakesAnElement) {
  int chains = 0;
  for (const Unit& unit : catalog().units()) {
    chains += unit.steps() > 1 ? 1 : 0;
    expect_places(unit);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(chains, 100);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    for (const Unit& unit : {stochastic_unit(seed), sparse_unit(seed), tensor_scaled_unit(seed)})
      expect_places(unit);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace mmasc
