// SPDX-License-Identifier: Apache-2.0
// Arguments that several commands take: a unit, and the operands of one dot-product-add.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arith/engine.h"
#include "generate/case_operands.h"

namespace mmasc {

struct UnitArgument {
  std::string name;                  // an id, file.toml or file.toml:row
  std::vector<std::string> changes;  // --set FIELD=VALUE
};
Unit find_unit(const UnitArgument& argument);

struct OperandArguments {
  std::string a, b, c, sa, sb;  // as typed; an empty c is +0
  bool given() const {
    return !a.empty() || !b.empty() || !c.empty() || !sa.empty() || !sb.empty();
  }
};

// The operands as bits; d is not set. Says on standard error which short lists were padded.
Case read_operands(const Unit& unit, const OperandArguments& arguments);

// Cases as an engine takes them.
class PackedCases {
 public:
  explicit PackedCases(std::span<const Case> cases);
  DotBatch batch() { return {a_, b_, c_, sa_, sb_, d}; }

  std::vector<std::uint64_t> d;  // the engine's

 private:
  std::vector<std::uint64_t> a_, b_, c_, sa_, sb_;
};

// "--a 38.. --b 40.. --c 3f800000 [--sa ..] [--sb ..]"
std::string operand_flags(const VectorFormats& formats, const Case& row);

// Throws InputError that names the formats there are.
const Format& format_named(std::string_view name);

// Throws InputError that names the roundings there are.
Rounding rounding_named(std::string_view flag, std::string_view name);

}  // namespace mmasc
