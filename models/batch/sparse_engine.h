// SPDX-License-Identifier: Apache-2.0
// Sparse units by the kernels of dense ones.
#pragma once

#include <memory>

#include "arith/engine.h"

namespace mmasc::batch {

// `dense` is an engine of dense_unit(unit) (arith/sparsity.h), to which goes what metadata selects
// of b. Of matrices it gets a row of D at a time: the elements of a row of A meet the same rows of
// B in all columns. No rounding of the unit is stochastic.
std::unique_ptr<Engine> make_sparse_engine(const Unit& unit, std::unique_ptr<Engine> dense);

}  // namespace mmasc::batch
