// SPDX-License-Identifier: Apache-2.0
// A unit is a row made whole: an instruction with its datapath and structure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/instruction.h"
#include "mmasc/unit/structure.h"

namespace mmasc {

// How the note of a changed unit begins; the unit's id and the changes follow.
inline constexpr std::string_view kChangedFrom = "changed from ";

struct Unit {
  Instruction instruction;
  Datapath datapath;
  Structure structure;
  Formats formats{};  // of its file, whether it names them or not

  // A copy with one field changed, checked as a row of a file is. `path` is "dot.fraction_bits",
  // "result.rounding", "lanes", "structure.adder_tree.radix", ...; `value` is TOML, with or without
  // quotes around a string. A change that is not of the structure drops the evidence and what is
  // undecided, and the note says what was changed. Throws RowError.
  Unit with(std::string_view path, std::string_view value) const;
  Unit with(std::string_view path, std::int64_t value) const {
    return with(path, std::to_string(value));
  }

  // The formats that the datapath sees.
  const Format& a() const { return *(instruction.widen ? instruction.widen : instruction.a); }
  const Format& b() const { return *(instruction.widen ? instruction.widen : instruction.b); }
  const Format& c() const { return *(instruction.widen_c ? instruction.widen_c : instruction.c); }
  const Format& d() const { return *datapath.result.format; }
  // Elements of a in a dot product: fewer than b's, its k, where A is sparse.
  int products() const {
    const int k = instruction.shape.k;
    return instruction.sparsity ? k / instruction.sparsity->of * instruction.sparsity->keep : k;
  }
  int lanes() const { return products() < datapath.lanes ? products() : datapath.lanes; }
  int steps() const { return products() / lanes(); }
  int metadata() const {  // elements of a dot product
    return instruction.sparsity ? products() / instruction.sparsity->together : 0;
  }
  // Whether a library of the user's takes the place of stages (arith/stages.h).
  bool has_own_stages() const { return !datapath.stages.empty(); }
  // The datapath's questions that concern the instruction.
  std::vector<Undecided> undecided() const;
  int scales() const {
    return instruction.scale ? instruction.shape.k / instruction.scale->block : 0;
  }
};

// Throws RowError for a unit with stages of its own (arith/stages.h), which only those run that ask
// for stages.
void refuse_own_stages(const Unit& unit);
// The unit as its fields describe it, without stages of its own.
Unit described(Unit unit);

// The format of the elements of the operand `metadata`: an unsigned integer.
const Format& metadata_format(const SparsityRow& sparsity);

// The formats that the unit names and not every file knows.
Formats own_formats(const Unit& unit);

}  // namespace mmasc
