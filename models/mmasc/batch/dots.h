// SPDX-License-Identifier: Apache-2.0
// Independent dot products, one a lane.
#pragma once

#include "mmasc/arith/engine.h"
#include "mmasc/batch/program.h"

namespace mmasc::batch {

void run_dots(const LaneProgram& program, const Kernels& kernels, int threads,
              const DotBatch& batch);

}  // namespace mmasc::batch
