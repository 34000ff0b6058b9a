// SPDX-License-Identifier: Apache-2.0
// Units that differ from one in a single field: what a set of vectors must be able to refute.
#pragma once

#include <string>
#include <vector>

#include "spec/unit.h"

namespace mmasc {

struct Mutant {
  Unit unit;
  std::string field;  // "dot.fraction_bits", "result.rounding", "instruction.order"
  std::string was, is;
  std::string
      stage;  // "multiplier", "aligner", "adder_tree", "normalizer"; "sequence": of the steps
  std::string text() const { return field + " = " + is + " instead of " + was + ", " + stage; }
};

// Every field of the datapath and of the instruction's program moved to its neighbours: numbers by
// up to `reach` either way, everything that has names to each other name, what may be absent to
// absent. Leaves out what no plan can be made of.
std::vector<Mutant> mutants_of(const Unit& unit, int reach = 1);

}  // namespace mmasc
