// SPDX-License-Identifier: Apache-2.0
// GEMMs by the unit's own code.
#pragma once

#include "mmasc/arith/gemm.h"
#include "mmasc/batch/compiled_program.h"

namespace mmasc::batch {

void run_gemm(CompiledProgram& program, int threads, const GemmProblem& problem,
              const GemmOptions& options);

}  // namespace mmasc::batch
