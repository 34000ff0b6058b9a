// SPDX-License-Identifier: Apache-2.0
// The operands of a GEMM out of files, as commands are told them.
#pragma once

#include <optional>
#include <string>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/matrix_files/load.h"

namespace mmasc {

// Files, by operand; an empty c is +0 everywhere.
struct MatrixArguments : PerInput<std::string> {
  std::string shape_a, shape_b;                   // of packed rows
  bool transpose_a = false, transpose_b = false;  // and their scales
  bool convert = false, saturate = false;
  std::string rounding = "nearest_even";

  bool shapes_files() const {  // something is given that goes with files alone
    return !shape_a.empty() || !shape_b.empty() || transpose_a || transpose_b || convert;
  }
};

struct Matrices : PerInput<std::optional<Matrix>> {
  GemmProblem problem(const MutableMatrix& d) const;
  // The sizes of a problem that has A and B.
  std::int64_t m() const { return problem({}).m(); }
  std::int64_t n() const { return problem({}).n(); }
  std::int64_t k() const { return problem({}).k(); }
};

Matrices read_matrices(const Unit& unit, const GemmOptions& options,
                       const MatrixArguments& arguments);

// Says how far it is, and looks for an interrupt.
void run_gemm(const Engine& engine, const GemmProblem& problem, GemmOptions options);

}  // namespace mmasc
