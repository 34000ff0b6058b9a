// SPDX-License-Identifier: Apache-2.0
// The arguments of an audit by kinds, and the proofs of as many of each as are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "audited.h"
#include "mmasc/command/progress.h"

namespace mmasc {

// Proves up to `each` arguments of every kind, evenly spread over the units; 0: all. What is known
// is not asked again. `save` is called whenever one is decided.
void prove_arguments(std::vector<Audited>& all, std::size_t each, std::uint64_t seconds,
                     DecidedClaims& known, const std::function<void()>& save,
                     ProgressLine& progress);

// A line for each kind of argument, those of most mutants first: how many were proved, refuted or
// left open.
std::string table_of_arguments(const std::vector<Audited>& all);

// The reasons of an argument without their numbers, and without the names of the sums that they
// are of: "an exponent of N would still keep every bit".
std::string kind_of_argument(const std::string& argument);

}  // namespace mmasc
