// SPDX-License-Identifier: Apache-2.0
// An instruction's own operands bound the terms of its steps: E4M3 elements that are widened to
// FP16 have fewer exponents than FP16 has.
#pragma once

#include <vector>

#include "mmasc/proof/prove.h"

namespace mmasc::proof {

// Bounds of the exponents of terms that are not zero, as a first stage hands them on; only those
// that are narrower than `leaving` has them. Throws as never() does.
std::vector<BoundsUnless> bounds_of_operands(const SymbolicStage& first, const StepKind& kind,
                                             const Invariants& leaving,
                                             const ProofOptions& options);

}  // namespace mmasc::proof
