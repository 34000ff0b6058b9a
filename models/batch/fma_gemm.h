// SPDX-License-Identifier: Apache-2.0
// Units whose every step is one f64 fused multiply-add: the machine's own gives the same bits, as
// IEEE 754 defines it (but for the bits of a NaN, which are the unit's here too).
#pragma once

#include <string>
#include <variant>

#include "arith/engine.h"
#include "batch/kernels.h"

namespace mmasc::batch {

struct FmaProgram {
  Unit unit;
  std::uint64_t nan = 0;
};

// The program, or why the unit is no such one.
std::variant<FmaProgram, std::string> make_fma_program(const Unit& unit);

void run_dots(const FmaProgram& program, const Kernels& kernels, int threads,
              const DotBatch& batch);

// The problem fits the unit and has no size of 0. Partial sums of f64 are not promoted.
void run_gemm(const FmaProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options);

}  // namespace mmasc::batch
