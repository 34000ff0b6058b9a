// SPDX-License-Identifier: Apache-2.0
// Adders a bit narrower than a unit's, and normalizers that miscount leading zeros at either end:
// mutants that no field of a row describes.
#pragma once

#include <string>
#include <vector>

#include "arith/exact_walk.h"
#include "arith/sequence.h"

namespace mmasc {

struct AdderMutant {
  NarrowAdder adder;
  std::string field;      // "dot.adder_bits", "dot.tree[0].adder_bits", "dot.leading_zeros"
  std::string was, is;    // bits; of leading zeros, what is counted
  std::string why_equal;  // why no sum needs the bit; empty where one does
};

// Adders that are narrower than planned, for the sums of one name in a level, in every level and
// level of its tree: by one bit, and where the plan has bits to spare down to one less than the
// greatest terms need.
std::vector<AdderMutant> narrow_adders(const Sequence& sequence);

// Normalizers that count one leading zero too few, in the shortest and in the longest sums.
std::vector<AdderMutant> miscounting_normalizers(const Sequence& sequence);

}  // namespace mmasc
