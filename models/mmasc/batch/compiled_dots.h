// SPDX-License-Identifier: Apache-2.0
// Separate dot products by the unit's own code.
#pragma once

#include "mmasc/arith/engine.h"
#include "mmasc/batch/compiled_program.h"

namespace mmasc::batch {

// Computes the batch's dot products, of a dense unit.
void run_dots(CompiledProgram& program, int threads, const DotBatch& batch);

}  // namespace mmasc::batch
