// SPDX-License-Identifier: Apache-2.0
// One dot product of any length by a unit: its instruction again and again, as GEMM chains it.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/compare/contender.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::compare {

// The instructions one after the other, each whole: k elements, padded with +0 (scales with 1), its
// c and its d; none where the row has no elements.
std::vector<Case> instructions_of(const Sequence& sequence, const Case& row);
std::vector<Case> instructions_of(const Contender& contender, const Case& row);

// The last one's d; c where there is none.
std::uint64_t evaluate_chain(const Sequence& sequence, const Case& row);
std::uint64_t evaluate_chain(const Contender& contender, const Case& row);

}  // namespace mmasc::compare
