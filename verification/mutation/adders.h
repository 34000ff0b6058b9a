// SPDX-License-Identifier: Apache-2.0
// Adders a bit narrower than a unit's: mutants that no field of a row describes.
#pragma once

#include <string>
#include <vector>

#include "arith/exact_walk.h"
#include "arith/sequence.h"

namespace mmasc {

struct AdderMutant {
  NarrowAdder adder;
  std::string field;  // "dot.adder_bits", "dot.tree[0].adder_bits"
  int planned = 0;
  std::string why_equal;  // why no sum needs the bit; empty where one does
};

// Of the sums of one name in a level, in every level and level of its tree: one bit less than
// planned, and where the plan has bits to spare down to one less than the greatest terms need.
std::vector<AdderMutant> narrow_adders(const Sequence& sequence);

}  // namespace mmasc
