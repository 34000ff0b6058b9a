// SPDX-License-Identifier: Apache-2.0
// GEMM in lanes: operands are decoded once, into panels; tiles of D run in parallel.
#pragma once

#include "mmasc/arith/gemm.h"
#include "mmasc/batch/program.h"

namespace mmasc::batch {

// The problem fits the unit (mmasc/arith/gemm.h: check) and has no size of 0.
void run_gemm(const LaneProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options);

}  // namespace mmasc::batch
