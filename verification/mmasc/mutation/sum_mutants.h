// SPDX-License-Identifier: Apache-2.0
// Adders a bit narrower than a unit's, and normalizers that miscount leading zeros at either end:
// mutants that no field of a row describes.
#pragma once

#include <string>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/mutation/sum_fault.h"

namespace mmasc {

struct SumMutant {
  SumFault fault;
  std::string field;      // "dot.adder_bits", "dot.tree[0].adder_bits", "dot.leading_zeros"
  std::string was, is;    // bits; of leading zeros, what is counted
  std::string stage;      // "adder_tree" or "normalizer"
  std::string why_equal;  // why no sum needs the bit; empty where one does
};

// For the sums of one name in a level: adders that are narrower than planned, in every level of the
// tree, by one bit, and where the plan has bits to spare down to one less than the greatest terms
// need; then normalizers that count one leading zero too few, in the shortest and in the longest
// sums.
std::vector<SumMutant> sum_mutants(const Sequence& sequence);

}  // namespace mmasc
