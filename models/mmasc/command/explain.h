// SPDX-License-Identifier: Apache-2.0
// A vector file may be of another unit than the one it names. The bench verification finds which,
// by other values of each field.
#pragma once

#include <optional>
#include <string>

#include "mmasc/unit/unit.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

struct ExplainedUnit {
  Unit unit;
  std::string difference;  // "dot.fraction_bits = 14 instead of 13, aligner"
};

// A unit that differs in one field and gives every vector of the file; nullopt: none was found.
using ExplainByField = std::optional<ExplainedUnit> (*)(const Unit& unit, const VectorFile& file);
// As the program has it; null: it has none.
ExplainByField explain_by_field();
// Gives each program one that its file is linked into.
class RegisteredExplanation {
 public:
  explicit RegisteredExplanation(ExplainByField explain);
};

}  // namespace mmasc
