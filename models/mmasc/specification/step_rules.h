// SPDX-License-Identifier: Apache-2.0
// What the rows say of one step, read once: products, the sums level by level, the result.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mmasc/specification/sum.h"
#include "mmasc/specification/windows.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// An operand by whose elements products are multiplied, each by that of its block of lanes.
struct ScaleRule {
  Operand operand{};
  const Format* format = nullptr;
  int block = 0;  // products of the instruction that share an element
};

// The values of a step are its products, lane by lane, c, and then its sums as they are made.
struct StepRules {
  const Format *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr;
  int lanes = 0;
  Flush flush_inputs = Flush::none;
  std::vector<ScaleRule> scales;
  ProductRow product;
  bool fixed_point = false;  // products have the exponents of their scales alone
  std::optional<RoundingRule> product_round;
  std::vector<SumRule> sums;  // level by level; the last one is the root
  RoundingRule result_round;
  int result_random = 0;  // the first element that it draws, where it does
  ResultRow result;
  int nowhere = 0;  // the exponent of what takes part nowhere
  // Bits of each random element, in the order in which roundings draw: the products by lane; level
  // by level the alignments, then the sums' roundings; the result's prerounding and rounding.
  std::vector<int> random_bits;

  int values() const { return lanes + 1 + static_cast<int>(sums.size()); }
};

// Of a unit that validate() accepts; its formats must outlive the rules.
StepRules read_step(const Unit& unit, const Windows& windows = {});

// One IEEE addition x * 1 + c in the format of the unit's d, a unit of its own, adds a late c. It
// is written anew here: the plan's (unit/plan.h) is judged by it.
Unit late_addition(const Unit& unit);

}  // namespace mmasc
