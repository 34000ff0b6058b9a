// SPDX-License-Identifier: Apache-2.0
// The specification with its exact sums held as a plan holds them, so that what it keeps and drops
// is what the hardware does; and the adders of its sums.
#pragma once

#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/specification/specification.h"

namespace mmasc {

Windows windows_of(const Plan& plan);

// The unit's own stages are not asked, if it has some. `program` is the unit's.
Specification specification_of(const Unit& unit, const SequencePlan& program);
inline Specification specification_of(const Sequence& sequence) {
  return specification_of(sequence.unit(), sequence.program());
}

// The nodes of one level of a finite sum's adder tree, in units of the sum's last bit; those of
// level -1 are its addends. The sum is of a specification_of() the plan's unit.
std::vector<BigInt> tree_nodes(const Plan& plan, const ExactSum& sum, int tree_level);

}  // namespace mmasc
