// SPDX-License-Identifier: Apache-2.0
// Units whose every step is one f64 fused multiply-add. The processor's own gives the same bits,
// for IEEE 754 defines both; the bits of a NaN are set to the unit's.
#pragma once

#include <string>
#include <variant>

#include "mmasc/arith/engine.h"
#include "mmasc/batch/kernels.h"

namespace mmasc::batch {

struct FmaProgram {
  Unit unit;
  std::uint64_t nan = 0;
};

// The program, or the reason why the unit is not of this kind.
std::variant<FmaProgram, std::string> make_fma_program(const Unit& unit);

void run_dots(const FmaProgram& program, const Kernels& kernels, int threads,
              const DotBatch& batch);

// `problem` fits the unit and has no size of 0. Partial sums of f64 are never promoted.
void run_gemm(const FmaProgram& program, const Kernels& kernels, int threads,
              const GemmProblem& problem, const GemmOptions& options);

}  // namespace mmasc::batch
