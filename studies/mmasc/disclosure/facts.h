// SPDX-License-Identifier: Apache-2.0
// The arithmetic of a unit in words made from its row; the plan of its step says where alignment
// drops bits.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

using Sentences = std::vector<std::string>;
using TableRows = std::vector<std::vector<std::string>>;

// d as a formula.
std::string formula_text(const Unit& unit, const Plan& plan);

// The reduction, step by step.
Sentences reduction_steps(const Unit& unit, const Plan& plan);

// Every place where bits are lost, in order: where, what is kept, the mode.
TableRows roundings_of(const Unit& unit, const Plan& plan);

// Operands that are no ordinary numbers, and results that are none: the case, what comes of it.
TableRows special_values_of(const Unit& unit);

// A rounding mode by what it does: "nearest_even: to the nearest number; a tie to the even one".
std::string_view meaning_of_mode(RoundingMode mode);

}  // namespace mmasc
