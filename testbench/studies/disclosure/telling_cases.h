// SPDX-License-Identifier: Apache-2.0
// The telling operands of a unit: ten, all different, each with the d that the unit gives.
#pragma once

#include <gtest/gtest.h>

#include <set>

#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/disclosure/disclosure.h"
#include "mmasc/disclosure/telling.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {

inline std::vector<TellingCase> expect_telling(const Unit& unit) {
  const Sequence sequence(unit);
  const OperandLayout layout = layout_of(unit);
  auto cases = telling_cases(unit, kTellingOperands);
  EXPECT_EQ(cases.size(), kTellingOperands) << unit.instruction.id;
  std::set<std::string> different;
  for (const auto& [row, rule, other] : cases) {
    EXPECT_EQ(row.d(), evaluate(sequence, operands_of(row))) << unit.instruction.id;
    EXPECT_TRUE(different.insert(operand_flags(layout, row)).second) << unit.instruction.id;
    EXPECT_FALSE(rule.empty());
    EXPECT_EQ(rule.find("The field"), std::string::npos) << rule;  // it has a meaning
  }
  return cases;
}

}  // namespace mmasc
