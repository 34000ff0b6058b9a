// SPDX-License-Identifier: Apache-2.0
// How wide addends are on their way through an adder tree.
//
//     addend            [ s q q q q q ]              after the aligner
//     partial sum     [ s q q q q q q q ]            of radix addends: as many bits more as they
//     need total       [ s q q q q q q q q q q ]          of all: sum_bits
#pragma once

#include <algorithm>
#include <bit>

#include "mmasc/unit/plan.h"

namespace mmasc {

// The signed width of a sum's addends after `levels` levels of its adder tree, in bits: they are
// partial sums of at most radix^levels addends each.
constexpr int addend_bits(const Plan& plan, const SumPlan& sum, int levels) {
  int widest = 1;
  for (const AddendGroup& group : groups_of(plan, sum))
    widest = std::max(widest, group.magnitude_bits);
  int addends = 1;
  for (; levels > 0 && addends < sum.addend_count; --levels) addends *= plan.adder_radix;
  const auto last = static_cast<unsigned>(std::min(addends, sum.addend_count) - 1);
  return std::min(sum.sum_bits, widest + static_cast<int>(std::bit_width(last)) + 1);
}

}  // namespace mmasc
