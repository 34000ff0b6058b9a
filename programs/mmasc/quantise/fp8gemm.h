// SPDX-License-Identifier: Apache-2.0
// D = C + A * B of f32, f16 or bf16 matrices on a unit of small formats: both are quantised, with
// scales of blocks, and multiplied by scaled_gemm(), or, where the unit takes block scales itself,
// with these.
#pragma once

#include <cstdint>
#include <optional>

#include "mmasc/quantise/scaled_gemm.h"

namespace mmasc {

struct Fp8GemmOptions {
  // The blocks that share a scale, as A (M x K) and B (K x N) are multiplied: 1 x 128 of
  // activations, 128 x 128 of weights, 128 x 1 of a gradient that is B; 0: all. A unit that takes
  // block scales has its own.
  BlockShape block_a{1, 128}, block_b{128, 128};
  // Unset: f32, or mx for units with scales of powers of two.
  std::optional<ScaleKind> scale = {};
  Quotient quotient = Quotient::exact;
  float least_greatest = 0;
  // Whether the tensor has a scale besides; for units whose scales have a fraction (NVFP4).
  bool has_tensor_scale = true;
  // Unset: 128, or 0 for units that take block scales.
  std::optional<std::int64_t> interval = {};
  std::int64_t inner_interval = 0;
  ScaledAddition addition = ScaledAddition::fused;
  std::uint64_t seed = 0;  // of the random bits of stochastic roundings
  int threads = 0;
  Progress progress = {};
};

struct Fp8GemmProblem {
  MatrixView a, b;                                        // M x K and K x N
  const Format *a_format = nullptr, *b_format = nullptr;  // f32, f16 or bf16
  MutableMatrix d;                                        // M x N; overlaps neither
  std::optional<MatrixView> c{};                          // these of ScaledGemmProblem
  const Format *c_format = nullptr, *d_format = nullptr;
};

// The schemes by which the operands are quantised for a unit.
struct OperandSchemes {
  QuantiseScheme a, b;
};
OperandSchemes operand_schemes(const Unit& unit, const Fp8GemmOptions& options);

// The interval that the options mean for a unit.
std::int64_t interval_of(const Unit& unit, const Fp8GemmOptions& options);

// The options for the product of the quantised matrices.
ScaledGemmOptions scaled_options(const Unit& unit, const Fp8GemmOptions& options);

// Throws InputError where formats, blocks or intervals do not fit the unit for K = k.
void check(const Unit& unit, const Fp8GemmOptions& options, std::int64_t k);

// Throws InputError where shapes, formats, blocks or intervals do not fit, or a number is NaN or
// infinite; EnvironmentError where there is not enough memory.
void fp8gemm(const Engine& engine, const Fp8GemmProblem& problem,
             const Fp8GemmOptions& options = {});

}  // namespace mmasc
