// SPDX-License-Identifier: Apache-2.0
// Vectors of units whose A is sparse.
#pragma once

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/unit.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// Makes a vector of dense_unit(unit) (mmasc/arith/sparsity.h) one of `unit` with the same products:
// draws metadata that names no group twice, in ascending order more often than not, and puts b's
// elements where it says. Between them stand any bits, NaNs too.
void spread(const Unit& unit, Random& random, Case& row);

}  // namespace mmasc
