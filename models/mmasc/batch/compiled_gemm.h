// SPDX-License-Identifier: Apache-2.0
// GEMMs by the unit's own code.
#pragma once

#include "mmasc/arith/gemm.h"
#include "mmasc/batch/compiled_program.h"
#include "mmasc/batch/kernels.h"

namespace mmasc::batch {

void run_gemm(CompiledProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options);

}  // namespace mmasc::batch
