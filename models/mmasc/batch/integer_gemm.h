// SPDX-License-Identifier: Apache-2.0
// GEMMs and dot products of units that add integers.
#pragma once

#include "mmasc/arith/engine.h"
#include "mmasc/batch/integer_program.h"
#include "mmasc/batch/kernels.h"

namespace mmasc::batch {

void run_dots(const IntegerProgram& program, const Kernels& kernels, int threads,
              const DotBatch& batch);

// `problem` has passed check(), and neither it nor K is empty.
void run_gemm(const IntegerProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options);

}  // namespace mmasc::batch
