// SPDX-License-Identifier: Apache-2.0
// Arguments as typed: the operands of one dot-product-add, seeds, roundings.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/operands.h"
#include "mmasc/unit/rounding.h"
#include "mmasc/unit/unit_argument.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {

// One of several units.
struct TypedUnit : UnitArgument {
  std::string engine = {};  // --engine ENGINE; empty: none is typed
};

// Several units; --set changes the unit before it, and --engine is whom to ask for it.
struct UnitArguments {
  std::vector<std::string> names, changes, engines;
  std::vector<std::string> order;  // "UNITS", "--set", "--engine" for each of these, as typed

  // Throws InputError where a change or an engine has no unit before it, or a unit two engines.
  std::vector<TypedUnit> typed() const;
};

// " --set 'FIELD=VALUE'" for each of its changes.
std::string changes_as_typed(const UnitArgument& unit);

// As typed, by operand; an empty c is +0.
struct OperandArguments : PerInput<std::string> {
  std::string seed{};  // of random bits that are not typed; empty: one is drawn, and told

  bool given() const;
};

// "--sa".
std::string option_of(const OperandRow& row);

// Takes a line for whoever typed: a short list was padded, a seed was drawn.
using Tell = std::function<void(std::string_view)>;

// The operands as bits; d is not set.
Case read_operands(const Unit& unit, const OperandArguments& arguments, const Tell& tell);

// A seed as typed. Where none is, one is drawn, and told.
std::uint64_t random_seed(const std::string& typed, const Tell& tell);
// The seed of a GEMM's stochastic roundings. Throws InputError where one is typed and the unit has
// none.
std::uint64_t gemm_seed(const Unit& unit, const std::string& typed, const Tell& tell);

// Elements of K as typed; beyond all matrices they are one number.
std::int64_t whole_elements(std::uint64_t typed);

// Throws InputError that names the roundings there are.
Rounding rounding_named(std::string_view flag, std::string_view name);

}  // namespace mmasc
