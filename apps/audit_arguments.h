// SPDX-License-Identifier: Apache-2.0
// The arguments of an audit by kinds, and the proofs of as many of each as are wanted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "audited.h"
#include "progress.h"

namespace mmasc {

// Asks the prover for up to `each` arguments of every kind, evenly spread over the units; 0: for
// all.
void prove_arguments(std::vector<Audited>& all, std::size_t each, ArgumentProver& prover,
                     ProgressLine& progress);

// A line for each kind of argument, those of most mutants first: how many were proved, refuted or
// left open.
std::string table_of_arguments(const std::vector<Audited>& all);

// The reasons of an argument without their numbers, and without the names of the sums that they
// are of: "an exponent of N would still keep every bit".
std::string kind_of_argument(const std::string& argument);

}  // namespace mmasc
