// SPDX-License-Identifier: Apache-2.0
// One dot product of any length by a unit: its instruction again and again, as GEMM chains it.
#pragma once

#include <span>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/compare/contender.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::compare {

// The instructions one after the other, each whole: k elements, padded with +0 (scales with 1), its
// c, its d and its flags, where they are given; none where the row has no elements.
std::vector<Case> instructions_of(const Sequence& sequence, const Case& row);
std::vector<Case> instructions_of(const Contender& contender, const Case& row);

// The last one's d and the flags that any of them raised. There is one.
Result result_of(std::span<const Case> instructions);
// The same of a row; c and no flags where it has no elements.
Result evaluate_chain(const Sequence& sequence, const Case& row);
Result evaluate_chain(const Contender& contender, const Case& row);
// The same of rows of as many elements, by an engine that is asked for them all at once.
std::vector<Result> evaluate_chains(const Engine& engine, std::span<const Case> rows);

}  // namespace mmasc::compare
