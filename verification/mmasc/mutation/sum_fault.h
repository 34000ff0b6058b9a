// SPDX-License-Identifier: Apache-2.0
// A unit whose adders or whose normalizers have a fault that no field of a row describes.
#pragma once

#include <cstdint>

#include "mmasc/arith/planned_sums.h"

namespace mmasc {

// A fault in sums alike. narrow_adder: the nodes of one level of the adder tree (the last one gives
// the sum) have `bits` bits of two's complement, fewer than planned. miscounts_few, miscounts_many:
// the normalizer counts one leading zero too few, and so takes a sum for twice as large, where the
// sum has at most, or at least, `bits` bits.
struct SumFault {
  enum class Kind { narrow_adder, miscounts_few, miscounts_many };
  bool late = false;                 // of the addition that takes a late c
  int first_sum = 0, sum_count = 1;  // in Plan::sums
  int tree_level = 0;
  int bits = 0;
  Kind kind = Kind::narrow_adder;
};

// d of the unit that has the fault. The specification is specification_of() the program's unit.
std::uint64_t evaluate_with_fault(const Specification& specification, const SequencePlan& program,
                                  const SumFault& fault, const DotOperands& in);

}  // namespace mmasc
