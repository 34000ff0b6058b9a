// SPDX-License-Identifier: Apache-2.0
// Which single change of a unit someone else's outputs would come from.
#pragma once

#include <functional>
#include <vector>

#include "mmasc/mutation/mutants.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// The changes that may explain outputs: every one of a field, numbers moved by up to `reach`; of
// fields that most units do without, too, with the NaNs of the outputs.
std::vector<Mutant> candidates(const Unit& unit, const VectorFile& outputs, int reach);

// Every change of one field, numbers moved by up to `reach`, with which the unit gives the d of
// every case; fields that most units do without are tried, too, with the NaNs of the outputs.
// `between` is called between changes; what it throws comes through.
std::vector<Mutant> explanations(
    const Unit& unit, const VectorFile& outputs, int reach,
    const std::function<void()>& between = [] {});

}  // namespace mmasc
