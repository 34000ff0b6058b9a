// SPDX-License-Identifier: Apache-2.0
// The arithmetic of a unit in words made from its plan.
#pragma once

#include <string>
#include <vector>

#include "mmasc/arith/sequence_plan.h"

namespace mmasc {

using Sentences = std::vector<std::string>;
using TableRows = std::vector<std::vector<std::string>>;

// d as a formula.
std::string formula_text(const Unit& unit);

// The reduction, step by step.
Sentences reduction_steps(const Unit& unit, const SequencePlan& plan);

// Every place where bits are lost, in order: where, what is kept, the mode.
TableRows roundings_of(const Unit& unit, const SequencePlan& plan);

// Operands that are no ordinary numbers, and results that are none: the case, what comes of it.
TableRows special_values_of(const Unit& unit, const SequencePlan& plan);

// A rounding mode by what it does: "nearest_even: to the nearest number; a tie to the even one".
std::string_view meaning_of_mode(RoundingMode mode);

}  // namespace mmasc
