// SPDX-License-Identifier: Apache-2.0
// Inputs that are made such as invariants allow: all of these can be made, and claims need no
// premises, which the solver's sweeping does not see.
#pragma once

#include <vector>

#include "mmasc/proof/aiger.h"
#include "mmasc/proof/invariants.h"
#include "mmasc/proof/whole_logic.h"

namespace mmasc::proof {

// Makes what enters a stage, of new inputs.
Payload allowed_inputs(AndGraph& gates, const SymbolicStage& stage, const Invariants& allowed,
                       std::vector<NamedLiteral>& inputs);

// The word, or the least of a range where it is beyond that.
Literals within(AndGraph& gates, const SymbolicField& field, const WordRange& range,
                const Literals& word);

}  // namespace mmasc::proof
