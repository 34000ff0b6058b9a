// SPDX-License-Identifier: Apache-2.0
// Arguments as typed: the operands of one dot-product-add, seeds, roundings.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rounding.h"
#include "spec/unit.h"
#include "vectors/case_operands.h"

namespace mmasc {

struct OperandArguments {
  std::string a, b, c, sa, sb;  // as typed; an empty c is +0
  std::string random{};         // of stochastic roundings; empty: by the seed
  std::string seed{};           // empty: one is drawn, and told
  std::string metadata{};       // of a sparse A
  bool given() const {
    for (const std::string* each : {&a, &b, &c, &sa, &sb, &random, &seed, &metadata})
      if (!each->empty()) return true;
    return false;
  }
};

// Takes a line for whoever typed: a short list was padded, a seed was drawn.
using Tell = std::function<void(std::string_view)>;

// The operands as bits; d is not set.
Case read_operands(const Unit& unit, const OperandArguments& arguments, const Tell& tell);

// A seed as typed. Where none is, one is drawn, and told.
std::uint64_t random_seed(const std::string& typed, const Tell& tell);
// The seed of a GEMM's stochastic roundings. Throws InputError where one is typed and the unit has
// none.
std::uint64_t gemm_seed(const Unit& unit, const std::string& typed, const Tell& tell);

// Throws InputError that names the roundings there are.
Rounding rounding_named(std::string_view flag, std::string_view name);

}  // namespace mmasc
